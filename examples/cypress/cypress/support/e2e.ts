type Credentials = { username: string; password: string }

declare global {
  namespace Cypress {
    interface Chainable {
      /** Opens a page of the app and waits for its back end, with new data and without a delay. */
      openApp(path?: string): Chainable<void>
      /** Makes a call inside the page: cy.request and cy.intercept do not reach the worker. */
      callApi<Data>(call: string, body?: unknown): Chainable<{ status: number; data: Data }>
      /** Changes the settings of the mock, such as `{ delay: 2000 }`. */
      setMock(settings: object): Chainable<void>
      /** Logs in without the form: requests a token and stores it where the app reads it. */
      logIn(credentials: Credentials): Chainable<void>
    }
  }
}

Cypress.Commands.add('openApp', (path = '/') => {
  cy.visit(path)
  cy.window().its('navigator.serviceWorker.controller').should('exist')
  // Cypress clears neither the worker nor its data between tests.
  cy.callApi('POST /api/mock/reset', { seed: 'default', settings: true })
  cy.setMock({ delay: 0 })
})

Cypress.Commands.add('callApi', (call, body) => {
  const [method, path = ''] = call.split(' ')
  cy.window({ log: false }).then((page) => {
    const authorization = page.localStorage.getItem('gearheads-token') ?? ''
    const init = { method, body: JSON.stringify(body), headers: { authorization } }
    return cy.wrap(
      page.fetch(path, init).then(async (response) => {
        return { status: response.status, data: await response.json() }
      }),
      { log: false },
    )
  })
})

Cypress.Commands.add('setMock', (settings) => {
  cy.callApi('POST /api/mock/settings', settings).its('status').should('equal', 200)
})

Cypress.Commands.add('logIn', (credentials) => {
  cy.openApp()
  cy.callApi<{ encodedToken: string }>('POST /api/auth/login', credentials).then(({ data }) => {
    cy.window().then((page) => page.localStorage.setItem('gearheads-token', data.encodedToken))
  })
  cy.visit('/homePage')
})

export {}
