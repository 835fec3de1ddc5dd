from selenium.webdriver.common.by import By
from selenium.webdriver.support import expected_conditions as is_true

from gearheads import GUEST, MIRA, Gearheads


def test_the_form_logs_in(app: Gearheads) -> None:
    app.open()
    app.driver.find_element(By.NAME, "username").send_keys(GUEST["username"])
    app.driver.find_element(By.NAME, "password").send_keys(GUEST["password"])
    app.find("log-in-button").click()
    app.wait.until(is_true.url_to_be(f"{app.base_url}/homePage"))
    app.find("post-card")
    assert len(app.find_all("post-card")) == 5


def test_a_post_is_on_top_of_the_list_also_after_a_reload(app: Gearheads) -> None:
    app.log_in(MIRA)
    app.find("post-input").send_keys("Selenium was here")
    app.find("send-button").click()
    app.wait_for_text("post-card", "Selenium was here")
    app.driver.refresh()
    app.wait_for_text("post-card", "Selenium was here")


def test_a_like_that_fails_is_undone(app: Gearheads) -> None:
    app.log_in(MIRA)
    failure = {"method": "POST", "path": "/api/posts/like/:postId", "status": 500, "times": 1}
    app.set_mock(failures=[{**failure, "body": {"error": ["The lift is taken."]}}])
    app.find("like-button").click()
    toast = (By.CSS_SELECTOR, "[data-testid=toast]")
    app.wait.until(is_true.text_to_be_present_in_element(toast, "The lift is taken."))
    app.wait_for_attribute("like-button", "aria-pressed", "false")
    app.find("like-button").click()
    app.wait_for_attribute("like-button", "aria-pressed", "true")


def test_the_same_seed_generates_the_same_posts(app: Gearheads) -> None:
    app.log_in(GUEST)
    # The data end at the time of the reset.
    settings = {"now": "2026-05-01T12:00:00Z"}
    reset = {"seed": {"users": 50, "posts": 500, "seed": 7}, "settings": settings}
    lists = []
    for _ in range(2):
        app.call("POST /api/mock/reset", reset)
        lists.append(app.call("GET /api/posts")["data"]["posts"])
    assert len(lists[0]) == 500
    assert lists[0] == lists[1]
