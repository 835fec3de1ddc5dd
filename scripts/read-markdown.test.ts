import { expect, test } from 'vitest'
import { anchorsIn, codeIn, filesIn, linksIn } from './read-markdown.ts'

const sample = [
  '# The `npm` way: *a* [guide](docs/a.md)',
  '## Run it',
  '## Run it',
  'See [here](docs/a.md#run-it "title"), ![shot](b.png) and <img src="c.png" alt="">.',
  'But `[not](this.md)` nor:',
  '```sh',
  '# npm run no-heading',
  '[not](this.md)',
  '```',
  'Then `npm test`.',
].join('\n')

test('links are found, and those in code are not', () => {
  expect(linksIn(sample)).toEqual(['docs/a.md', 'docs/a.md#run-it', 'b.png', 'c.png'])
})

test('headings have the anchors that GitHub gives them', () => {
  expect(anchorsIn(sample)).toEqual(['the-npm-way-a-guide', 'run-it', 'run-it-1'])
  expect(anchorsIn('### POST /api/posts/like/:postId')).toEqual(['post-apipostslikepostid'])
})

test('code is found in lines and in blocks', () => {
  expect(codeIn(sample)).toEqual([
    '```sh\n# npm run no-heading\n[not](this.md)\n```',
    'npm',
    '[not](this.md)',
    'npm test',
  ])
})

test('a block of code may say of which file it is', () => {
  const markdown = ['```ts a/b.ts', 'one()', '', 'two()', '```', '', '```sh', 'npm test', '```']
  expect(filesIn(markdown.join('\n'))).toEqual([{ path: 'a/b.ts', text: 'one()\n\ntwo()' }])
})
