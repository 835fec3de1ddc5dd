import { expect, test } from 'vitest'
import { pastedFiles } from './files.ts'

// As Chromium calls each picture of the clipboard.
const picture = new File([], 'image.png')
const img = '<meta charset="utf-8"><img src="https://a.test/1" alt="My > car">'

const pasted = (text: string, html = '') => {
  const files = [picture] as unknown as FileList
  const getData = (type: string) => (type === 'text/html' ? html : text)
  return pastedFiles({ files, getData })
}

test.each([
  ['nothing', ''],
  ['its name', 'IMG_2041.jpg'],
  ['its path', '/home/me/Pictures/my car.png'],
  ['a path of Windows', 'C:\\Pictures\\car.HEIC'],
  ['its address', 'https://chat.example/p/12?s=1'],
  ['HTML that has nothing else', 'My > car', img],
])('a picture is pasted from beside %s (R10.1)', (_, text, html?: string) => {
  expect(pasted(text, html)).toEqual([picture])
})

test.each([
  ['plain', 'Words of a letter'],
  ['HTML, too', 'Words of my car', `<p>Words of ${img}</p>`],
])('a text that is %s is pasted in place of a picture of it (R10.1)', (_, text, html?: string) => {
  expect(pasted(text, html)).toEqual([])
})
