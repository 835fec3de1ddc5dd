/// <reference types="cypress" />

/** Makes a call inside the page: cy.request and cy.intercept do not reach the worker. */
function callApi(method: string, path: string, body?: unknown) {
  return cy.window().then(async (page) => {
    const response = await page.fetch(path, { method, body: JSON.stringify(body) })
    return response.json()
  })
}

beforeEach(() => {
  cy.visit('/')
  cy.window().its('navigator.serviceWorker.controller').should('exist')
  // Cypress clears neither the worker nor its data between tests.
  callApi('POST', '/api/mock/reset', { seed: 'default', settings: true })
  callApi('POST', '/api/mock/settings', { delay: 0 })
})

it('undoes a like that failed', () => {
  const failure = { method: 'POST', path: '/api/posts/like/:postId', status: 500, times: 1 }
  callApi('POST', '/api/mock/settings', { failures: [failure] })
  cy.contains('button', 'Log in as guest').click()
  cy.get('[aria-label^=Like]').first().click()
  cy.contains('The mock answered 500')
  cy.get('[aria-label^=Like]').first().should('have.attr', 'aria-pressed', 'false')
})
