from tests.browser.conftest import *
from tests.browser.test_phones import *
def test_x(leads, device):
    evening = leads(eight(known=True, seed=SEED), deal=PHONES)
    phone, page = evening.device, evening.page
    phone.open(f"/g/{evening.id}/lead/seats")
    code = page.locator("#code").inner_text()
    p = device()
    p.open("/join")
    p.page.on("framenavigated", lambda f: print("nav", f.url))
    p.page.on("request", lambda r: print("req", r.method, r.url) if "static" not in r.url else None)
    p.page.locator("[name=code]").fill(code.lower())
    p.press(p.page.locator("form.join .primary"))
    expect(p.page).to_have_url(re.compile(rf"/join/{code}$"))
    p.until_ready()
    print("ready", p.page.locator("html").get_attribute("class"))
    p.page.evaluate("document.addEventListener('click', e => console.log('click', e.target.outerHTML.slice(0,80), e.isTrusted), true)")
    p.page.on("console", lambda m: print("con", m.text))
    p.press(p.page.locator('button[data-seat="3"]'))
    print(p.page.url, p.page.locator("dialog").count())
    print([b.inner_text() for b in p.page.locator("dialog button").all()])
    p.page.screenshot(path="/tmp/hx/dbg.png")
