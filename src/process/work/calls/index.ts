export type { AnswerOutside, OutsideAnswer, OutsideRequest } from './answered-work.ts'
export { callWork } from './call-work.ts'
export { type AnsweredActivity, programOfAnswer, readAnsweredError, readDelegatedAnswer } from './delegated-answer.ts'
export { delegatedWork } from './delegated-work.ts'
export { httpWork } from './http-work.ts'

export { scriptWork } from './script-work.ts'
export type { Secrets } from './secrets.ts'
