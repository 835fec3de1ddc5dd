/** How a form or a card names the last part of the path that an error of the API begins with. */
const LABELS: Record<string, string> = {
  firstName: 'The name',
  name: 'The name',
  username: 'The username',
  password: 'The password',
  bio: 'The bio',
  profilePhoto: 'The photo',
  coverPhoto: 'The cover photo',
  content: 'The text',
  alt: 'The description',
  imageAlt: 'The description',
  imageUrl: 'The picture',
  url: 'The picture',
}

/**
 * An error of the API as a sentence: "The name must not be empty." for "userData.firstName: must not be empty". A field
 * that no form has keeps its name.
 */
export function readableError(text: string): string {
  const [, path = '', problem = ''] = /^([a-z]\w*(?:\.\w+)*): (.+)$/s.exec(text) ?? []
  const predicate = problem.replace('This field is ', 'is ')
  if (!/^(must|is) /.test(predicate)) return problem || text
  const label = LABELS[path.split('.').at(-1) ?? ''] ?? `"${path}"`
  return `${label} ${predicate}${/[.!?]$/.test(predicate) ? '' : '.'}`
}
