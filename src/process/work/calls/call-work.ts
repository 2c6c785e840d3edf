import type { MailSettings } from '../../../foundation/config/index.ts'
import type { Work } from '../../execution/index.ts'
import { type AnswerOutside, answeredWork } from './answered-work.ts'
import { type DelegatedDeps, delegatedWork } from './delegated-work.ts'
import { httpWork } from './http-work.ts'
import { mailWork } from './mail-work.ts'

export interface CallWorkDeps extends DelegatedDeps {
  readonly mail: MailSettings | undefined
  /** Answers in place of other systems; then nothing is sent. */
  readonly answerOutside?: AnswerOutside | undefined
}

/** Returns the work that other systems take part in: requests, mail and delegated activities. */
export function callWork({ mail, answerOutside, ...deps }: CallWorkDeps): Work[] {
  return answerOutside === undefined
    ? [httpWork(deps), mailWork(mail), delegatedWork(deps)]
    : answeredWork(answerOutside, deps)
}
