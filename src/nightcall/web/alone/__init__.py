"""The whole app inside a phone's browser: no server, no network (docs/phone-alone.md).

Python runs in a worker of the browser (Pyodide). `site.py` builds the folder a static host serves, `bridge.py` carries
requests to the app, `store.py` keeps its file; `boot.py` puts them together on the phone, and `js/` is the browser's
part of it.
"""
