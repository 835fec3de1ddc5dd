import { expect, test } from 'vitest'
import { directionOf, isolatedName } from './direction.ts'

test('names in right-to-left scripts are isolated, and no control in a name reaches the sentence around it (R4.30)', () => {
  expect(isolatedName('Mira 4x4!')).toBe('Mira 4x4!')
  expect(isolatedName('佐藤')).toBe('佐藤')
  expect(isolatedName('محمد')).toBe('\u2068محمد\u2069')
  expect(isolatedName('שרה (Porsche)')).toBe('\u2068שרה (Porsche)\u2069')
  expect(isolatedName('𐤀𐤁')).toBe('\u2068𐤀𐤁\u2069')
  expect(isolatedName('evil\u202e\u2069')).toBe('\u2068evil\u2069')
})

test('the first letter decides the direction', () => {
  expect(['#سيارات', '#4x4_سيارات', 'שלום Honda'].map(directionOf)).toEqual(['rtl', 'ltr', 'rtl'])
  expect(['#4_سيارات', '4', 'Honda سيارات'].map(directionOf)).toEqual(['rtl', 'ltr', 'ltr'])
})
