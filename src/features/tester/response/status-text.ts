/** Names of the statuses that one meets here. Answers of a worker, and over HTTP/2, come without. */
const NAMES: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
}

/** "404 Not Found", also when the answer came without a name for its status. */
export function statusLine(status: number, statusText: string): string {
  return `${status} ${statusText || (NAMES[status] ?? '')}`.trim()
}
