import type { CallName } from '../../src/contract/calls.ts'
import type { CallWithBody } from './valid-bodies.ts'

type Wrong = readonly [field: string, body: unknown]

const signUp = { username: 'x', password: 'Torque#1', name: 'X' }

/** Bodies of a wrong shape, with the field that the refusal names. */
export const wrongBodies: { [Name in CallWithBody]: readonly Wrong[] } & {
  [Name in CallName]?: readonly Wrong[]
} = {
  'POST /api/auth/login': [
    ['username', { password: 'Torque#1' }],
    ['password', { username: 'guest', password: 7 }],
    ['body', null],
  ],
  'POST /api/auth/signup': [
    ['username', { ...signUp, username: '' }],
    ['username', { ...signUp, username: ' \u200b' }],
    ['username', { ...signUp, username: ' .. ' }],
    ['username', { ...signUp, username: ['x'] }],
    ['password', { ...signUp, password: '' }],
    ['name', { ...signUp, name: undefined }],
    ['name', { ...signUp, name: ' ' }],
    ['firstName', { ...signUp, firstName: '' }],
    ['bio', { ...signUp, bio: 1 }],
    ['profilePhoto.default', { ...signUp, profilePhoto: { default: 'data:text/html,' } }],
  ],
  'POST /api/auth/verify': [['encodedToken', {}]],
  'POST /api/users/edit': [
    ['userData', {}],
    ['userData', { userData: 'bio' }],
    ['userData', { userData: ['a'] }],
    ['userData.username', { userData: { username: '' } }],
    ['userData.username', { userData: { username: '\t' } }],
    ['userData.username', { userData: { username: '.' } }],
    ['userData.firstName', { userData: { firstName: ' \u200b ' } }],
    ['userData.password', { userData: { password: 1234567 } }],
    ['userData.name', { userData: { name: 42 } }],
    ['userData.bio', { userData: { bio: null } }],
    ['userData.profilePhoto', { userData: { profilePhoto: '/me.webp' } }],
    ['userData.profilePhoto.chosen', { userData: { profilePhoto: { chosen: 5 } } }],
    ['userData.coverPhoto.chosen', { userData: { coverPhoto: { chosen: 'javascript:alert(1)' } } }],
  ],
  'POST /api/posts': [
    ['content', {}],
    ['content', { content: null }],
    ['body', 'Just text'],
    ['imageUrl', { content: 'Hi', imageUrl: 5 }],
    ['imageUrl', { content: 'Hi', imageUrl: 'javascript:alert(1)' }],
    ['imageUrl', { content: 'Hi', imageUrl: 'data:image/png;base64,AAAA' }],
  ],
  'POST /api/posts/edit/:postId': [
    ['content', {}],
    ['content', { content: null }],
    ['body', 'Just text'],
  ],
  'POST /api/comments/add/:postId': [
    ['content', {}],
    ['content', []],
    ['content', { content: 5 }],
    ['body', null],
    ['imageUrl', { content: 'Hi', imageUrl: '//elsewhere.test' }],
  ],
  'POST /api/comments/edit/:postId/:commentId': [
    ['content', {}],
    ['content', { content: 5 }],
    ['content', { content: { text: 'Hi' } }],
    ['body', null],
  ],
  'POST /api/mock/settings': [
    ['delay', { delay: '400' }],
    ['failures.0.status', { failures: [{ method: 'GET', path: '*', status: 200 }] }],
    ['failures.0.path', { failures: [{ method: 'GET', path: '/api/no/:id', status: 500 }] }],
  ],
  'POST /api/mock/reset': [
    ['seed', {}],
    ['seed.users', { seed: { users: 0, posts: 4 } }],
  ],
  'POST /api/mock/snapshot': [['version', {}]],
  'POST /api/uploads': [
    ['file', { cloud_name: 'garage' }],
    ['file', { file: 'ride.png' }],
  ],
  'POST /api/uploads/:id/moved': [['secure_url', { secure_url: '/api/uploads/1' }]],
}
