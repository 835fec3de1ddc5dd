/** A dedicated worker that reads the formats of other programs. It is large, and loaded when it is needed (R14.35). */
import { answerTasks } from '../answer-tasks.ts'
import { readFile, readText } from './read.ts'

answerTasks({ readText, readFile })
