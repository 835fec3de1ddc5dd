from typing import Any

from playwright.sync_api import Locator, Page

GUEST = {"username": "guest", "password": "Pitlane#66"}
MIRA = {"username": "mira", "password": "Boxer#1976"}


def open_app(page: Page, path: str = "/") -> None:
    """Opens a page of the app and waits for its back end, with the delay set to 0."""
    page.goto(path)
    # A function: the policy of the page forbids eval, with which Playwright repeats an expression.
    page.wait_for_function("() => navigator.serviceWorker.controller")
    set_mock(page, delay=0)


def call_api(page: Page, call: str, body: Any = None) -> dict[str, Any]:
    """Makes a call inside the page, because the worker handles only requests from pages."""
    method, path = call.split(" ")
    return page.evaluate(
        """async ([method, path, body]) => {
            const authorization = localStorage.getItem('gearheads-token') ?? ''
            const init = { method, headers: { authorization } }
            if (body !== null) init.body = JSON.stringify(body)
            const response = await fetch(path, init)
            return { status: response.status, data: await response.json() }
        }""",
        [method, path, body],
    )


def set_mock(page: Page, **settings: Any) -> None:
    """Changes the settings of the mock, such as `delay=2000`."""
    reply = call_api(page, "POST /api/mock/settings", settings)
    assert reply["status"] == 200, reply["data"]


def log_in(page: Page, credentials: dict[str, str]) -> None:
    """Logs in without the form: requests a token and stores it where the app reads it."""
    open_app(page)
    token = call_api(page, "POST /api/auth/login", credentials)["data"]["encodedToken"]
    page.evaluate("token => localStorage.setItem('gearheads-token', token)", token)
    page.goto("/homePage")


def posts(page: Page) -> Locator:
    """The posts on the screen, newest first."""
    return page.get_by_role("list", name="Posts").get_by_role("article")
