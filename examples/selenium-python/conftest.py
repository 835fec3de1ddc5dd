import os

import pytest
from selenium import webdriver

from gearheads import Gearheads


@pytest.fixture
def app():
    """A new browser profile, which is a new back end with 5 users and 5 posts."""
    options = webdriver.ChromeOptions()
    options.add_argument("--headless=new")
    options.add_argument("--window-size=1280,900")
    for argument in os.environ.get("CHROME_ARGS", "").split():
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options)
    # The address of a running copy, as `npm start` prints it.
    yield Gearheads(driver, os.environ.get("GEARHEADS_URL", "http://localhost:4173"))
    driver.quit()
