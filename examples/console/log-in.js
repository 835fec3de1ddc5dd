const credentials = { username: 'mira', password: 'Boxer#1976' }
const answer = await fetch('/api/auth/login', { method: 'POST', body: JSON.stringify(credentials) })
const { encodedToken } = await answer.json()
localStorage.setItem('gearheads-token', encodedToken)
location.assign('/homePage')
