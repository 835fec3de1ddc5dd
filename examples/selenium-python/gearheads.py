from typing import Any

from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

GUEST = {"username": "guest", "password": "Pitlane#66"}
MIRA = {"username": "mira", "password": "Boxer#1976"}

CALL = """
const [method, path, body, done] = arguments
const authorization = localStorage.getItem('gearheads-token') ?? ''
const init = { method, headers: { authorization } }
if (body !== null) init.body = JSON.stringify(body)
fetch(path, init)
  .then(async (response) => done({ status: response.status, data: await response.json() }))
  .catch((error) => done({ status: 0, data: String(error) }))
"""


class Gearheads:
    """The app in one browser."""

    def __init__(self, driver: WebDriver, base_url: str) -> None:
        self.driver = driver
        self.base_url = base_url.rstrip("/")
        self.wait = WebDriverWait(driver, 15)

    def open(self, path: str = "/") -> None:
        """Opens a page of the app and waits for its back end, with the delay set to 0."""
        self.driver.get(self.base_url + path)
        controlled = "return Boolean(navigator.serviceWorker.controller)"
        self.wait.until(lambda driver: driver.execute_script(controlled))
        self.set_mock(delay=0)

    def call(self, call: str, body: Any = None) -> dict[str, Any]:
        """Makes a call inside the page, because the worker handles only requests from pages."""
        method, path = call.split(" ")
        return self.driver.execute_async_script(CALL, method, path, body)

    def set_mock(self, **settings: Any) -> None:
        """Changes the settings of the mock, such as `delay=2000`."""
        reply = self.call("POST /api/mock/settings", settings)
        assert reply["status"] == 200, reply["data"]

    def log_in(self, credentials: dict[str, str]) -> None:
        """Logs in without the form: requests a token and stores it where the app reads it."""
        self.open()
        token = self.call("POST /api/auth/login", credentials)["data"]["encodedToken"]
        self.driver.execute_script("localStorage.setItem('gearheads-token', arguments[0])", token)
        self.driver.get(f"{self.base_url}/homePage")
        self.find("post-card")

    def find(self, test_id: str) -> WebElement:
        """Waits for the first element with this `data-testid`."""
        return self.wait.until(lambda _: next(iter(self.find_all(test_id)), None))

    def find_all(self, test_id: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, f'[data-testid="{test_id}"]')

    def wait_for_text(self, test_id: str, text: str) -> None:
        """Looks up the element each time, because React may have replaced it."""
        self.wait.until(lambda _: text in self.find(test_id).text)

    def wait_for_attribute(self, test_id: str, name: str, value: str) -> None:
        self.wait.until(lambda _: self.find(test_id).get_attribute(name) == value)
