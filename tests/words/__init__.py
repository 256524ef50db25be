"""Every key has its words in every language, its own or English ones, and every game can be told in them."""
