import os

import pytest
from playwright.sync_api import Browser, Page, sync_playwright


@pytest.fixture(scope="session")
def base_url() -> str:
    """The address of a running copy, as `npm start` prints it."""
    return os.environ.get("GEARHEADS_URL", "http://localhost:4173")


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM"))
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser, base_url: str) -> Page:
    """A page of a new browser context, which is a new back end with 5 users and 5 posts."""
    context = browser.new_context(base_url=base_url)
    yield context.new_page()
    context.close()
