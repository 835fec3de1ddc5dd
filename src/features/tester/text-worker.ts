/** A dedicated worker for regular expressions of others: they can take longer than anybody waits. */

import { answerTasks } from './answer-tasks.ts'
import { matches } from './saved/checks.ts'

answerTasks({ matches })
