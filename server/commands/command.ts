import type { ParseArgsOptionsConfig } from 'node:util'
import type { Host } from '../../mocks/host.ts'
import type { OpenStore } from '../adapters/open-store.ts'
import type { Opening } from '../backup/data.ts'
import type { Action } from './record-action.ts'

/** The club that a command works on: the one that runs, or its data, opened by the command line. */
export type CommandContext = {
  /** The back end. Writes of its database enter the log, so devices follow. */
  server: Host
  /** The store below it. */
  opened: OpenStore
  /** The file of the data, or the address of the database. */
  data: string
  /** The command that runs, for the record of actions. */
  action: Action
  /** What only the process that serves the club knows. */
  running?: () => Promise<Running>
}

export type Running = {
  /** Those of `--origin`, or its own. */
  addresses: string[]
  /** In ms since 1970, as the others. */
  startedAt: number
  certificateEnds?: number
  /** Whether the data can be written. */
  isHealthy: boolean
  requestsPerMinute: number
  streams: number
  devices: number
  refusedWrites: number
}

export type CommandArgs = {
  /** The arguments without `--`, such as usernames. */
  names: string[]
  options: Record<string, string | boolean | undefined>
}

export type CommandOutput = {
  /** For `--json`. A list of objects is printed as a table, unless there is a `text`. */
  result: unknown
  /** For people. */
  text?: string
  /** The exit code of the process, if it is not 0. */
  exitCode?: number
  /** A file that the command line writes: its name, and its bytes. An error of the stream leaves no file. */
  file?: { name: string; bytes: ReadableStream<Uint8Array> }
}

/** A command of an organiser: `npm run club -- <name> …`. */
export type Command = {
  /** Its arguments and options: `NAME [--keep-posts]`. */
  usage: string
  /** Empty for a command that only other commands use. */
  summary: string
  options?: ParseArgsOptionsConfig
  /** The least and the most {@link CommandArgs.names} that it takes. By default, none. */
  names?: [least: number, most: number]
  /**
   * The question before something is destroyed, which names it.
   * @throws Error when the command cannot run with these arguments
   */
  question?(context: CommandContext, args: CommandArgs): Promise<string>
  /** @throws Error whose text says what is wrong and what to do */
  run(context: CommandContext, args: CommandArgs): Promise<CommandOutput>
}

/** Where a {@link LocalCommand} runs. */
export type LocalContext = Opening & {
  data: string
  /** Notes in the club, if it runs, that a backup was written. */
  noteBackup(): Promise<unknown>
}

/** A command that runs in the command line itself: it needs no club, or must not have one. */
export type LocalCommand = Omit<Command, 'run' | 'question'> & {
  /** @throws Error whose text says what is wrong and what to do */
  runHere(context: LocalContext, args: CommandArgs): Promise<CommandOutput>
}
