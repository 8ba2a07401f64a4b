"""The web app: a server that pages talk to, and the page itself in `static`."""
