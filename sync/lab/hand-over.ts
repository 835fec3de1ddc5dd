import { count } from './describe.ts'
import type { Phone } from './phone.ts'

const NOT_SIGNED =
  'Refused: the club does not know the key of this phone yet. A phone registers it when it synchronizes.'

/**
 * Hands the waiting writes of a phone over to another one, which needs no line.
 * @returns the result in words
 */
export async function handOver(giver: Phone, taker: Phone, takerTitle: string): Promise<string> {
  const given = await giver.on(() => giver.device.give(giver.userId))
  if ('problem' in given)
    return given.problem === 'nothing' ? 'There is nothing to hand over.' : NOT_SIGNED
  const taken = await taker.on(() => taker.device.take(given.bytes))
  if ('problem' in taken) return `Refused: ${takerTitle} has no copy of this club.`
  const { added, known, refused, full } = taken
  return [
    added > 0 && `${count(added, 'write')} handed over.`,
    known > 0 && `${count(known, 'write')} known there.`,
    refused > 0 &&
      `${count(refused, 'write')} refused, because ${takerTitle} does not know the key of the author yet, or the time of the write is too long ago or still to come.`,
    full > 0 && `${count(full, 'write')} refused, because there is no room.`,
  ]
    .filter(Boolean)
    .join(' ')
}
