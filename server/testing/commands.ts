import { runCommandLine, type Terminal } from '../commands/command-line.ts'

/**
 * Runs commands of the organiser on the data of a club.
 * @returns a function that returns what a command prints
 */
export function organiser(data: string, answer?: string) {
  return async (...args: string[]): Promise<string> => {
    const printed: string[] = []
    const terminal: Terminal = {
      print: (text) => void printed.push(text),
      ask:
        answer === undefined
          ? undefined
          : async (question) => {
              printed.push(question)
              return answer
            },
    }
    await runCommandLine([...args, '--data', data], {}, terminal)
    return printed.join('\n')
  }
}
