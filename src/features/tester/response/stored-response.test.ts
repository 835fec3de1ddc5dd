import { expect, it } from 'vitest'
import { HttpError, type HttpResponse } from '../../../client/http.ts'
import type { withDefaults } from '../../../client/http-config.ts'
import { UNDEFINED_ROUTE } from '../../../contract/errors.ts'
import { storedResponse } from './stored-response.ts'

const config = {
  timeout: 0,
  maxContentLength: -1,
  maxBodyLength: -1,
  xsrfCookieName: 'XSRF-TOKEN',
  xsrfHeaderName: 'X-XSRF-TOKEN',
  method: 'GET',
  url: '/api/x',
  headers: {},
} as const satisfies ReturnType<typeof withDefaults>

function failed(data: unknown): HttpError {
  const response: HttpResponse = { data, status: 404, statusText: 'Not Found', headers: {}, config }
  return new HttpError('Request failed with status code 404', config, response)
}

it('stores the response of an error', () => {
  const error = failed({ error: ['There is no such post.'] })
  expect(storedResponse(error)).toBe(error.response)
})

it('stores the error itself when the mock has no such route', () => {
  const error = failed({ error: ['…'], description: UNDEFINED_ROUTE })
  expect(storedResponse(error)).toEqual({
    name: 'HttpError',
    message: 'Request failed with status code 404',
    description: UNDEFINED_ROUTE,
    config,
    response: error.response,
  })
})

it.each([null, '', 'text', 7])('stores the response when its data is %j', (data) => {
  const error = failed(data)
  expect(storedResponse(error)).toBe(error.response)
})

it('stores nothing when there was no answer', () => {
  expect(storedResponse(new HttpError('Network Error', config))).toBeUndefined()
  expect(storedResponse(new TypeError('Other'))).toBeUndefined()
})
