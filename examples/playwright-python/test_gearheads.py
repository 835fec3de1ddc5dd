import re

from playwright.sync_api import Browser, Page, expect

from gearheads import GUEST, MIRA, call_api, log_in, open_app, posts, set_mock


def test_the_form_logs_in(page: Page) -> None:
    open_app(page)
    page.get_by_label("Username").fill(GUEST["username"])
    page.get_by_label("Password", exact=True).fill(GUEST["password"])
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page).to_have_url(re.compile("/homePage$"))
    expect(posts(page)).to_have_count(5)


def test_a_like_that_fails_is_undone(page: Page) -> None:
    log_in(page, MIRA)
    failure = {"method": "POST", "path": "/api/posts/like/:postId", "status": 500, "times": 1}
    set_mock(page, failures=[{**failure, "body": {"error": ["The lift is taken."]}}])
    like = posts(page).first.get_by_role("button", name=re.compile("^Like"))
    like.click()
    expect(page.get_by_text("The lift is taken.")).to_be_visible()
    expect(like).to_have_attribute("aria-pressed", "false")
    like.click()
    expect(like).to_have_attribute("aria-pressed", "true")


def test_the_like_shows_before_a_slow_reply(page: Page) -> None:
    log_in(page, MIRA)
    expect(posts(page)).to_have_count(5)
    set_mock(page, delay=3000)
    like = posts(page).first.get_by_role("button", name=re.compile("^Like"))
    with page.expect_response("**/api/posts/like/*") as response:
        like.click()
        expect(like).to_have_attribute("aria-pressed", "true", timeout=1000)
    assert response.value.status == 201


def test_the_same_seed_generates_the_same_posts(page: Page) -> None:
    log_in(page, GUEST)
    # The data end at the time of the reset.
    settings = {"now": "2026-05-01T12:00:00Z"}
    reset = {"seed": {"users": 50, "posts": 500, "seed": 7}, "settings": settings}
    lists = []
    for _ in range(2):
        call_api(page, "POST /api/mock/reset", reset)
        lists.append(call_api(page, "GET /api/posts")["data"]["posts"])
    assert len(lists[0]) == 500
    assert lists[0] == lists[1]


def test_a_saved_context_restores_log_in_and_data(
    page: Page, browser: Browser, base_url: str
) -> None:
    log_in(page, MIRA)
    call_api(page, "POST /api/posts", {"content": "Saved with the context"})
    state = page.context.storage_state(indexed_db=True)
    with browser.new_context(base_url=base_url, storage_state=state) as restored:
        other = restored.new_page()
        open_app(other, "/homePage")
        expect(posts(other).first).to_contain_text("Saved with the context")
