const mira = { username: 'mira', password: 'Boxer#1976' }

it('logs in with the form', () => {
  cy.openApp()
  cy.get('input[name=username]').type(mira.username)
  cy.get('input[name=password]').type(mira.password)
  cy.get('[data-testid=log-in-button]').click()
  cy.location('pathname').should('equal', '/homePage')
  cy.get('[data-testid=post-card]').should('have.length', 5)
})

it('undoes a like that failed', () => {
  cy.logIn(mira)
  const failure = { method: 'POST', path: '/api/posts/like/:postId', status: 500, times: 1 }
  cy.setMock({ failures: [{ ...failure, body: { error: ['The lift is taken.'] } }] })
  cy.get('[data-testid=like-button]').first().click()
  cy.contains('The lift is taken.').should('be.visible')
  cy.get('[data-testid=like-button]').first().should('have.attr', 'aria-pressed', 'false')
  // By keyboard: a second click at once would be a double click, which is one press.
  cy.get('[data-testid=like-button]').first().trigger('click', { detail: 0 })
  cy.get('[data-testid=like-button]').first().should('have.attr', 'aria-pressed', 'true')
})

it('shows a post on top of the list, also after a reload', () => {
  cy.logIn(mira)
  cy.get('[data-testid=post-input]').type('Cypress was here')
  cy.get('[data-testid=send-button]').click()
  cy.get('[data-testid=post-card]').first().should('contain', 'Cypress was here')
  cy.reload()
  cy.get('[data-testid=post-card]').first().should('contain', 'Cypress was here')
})
