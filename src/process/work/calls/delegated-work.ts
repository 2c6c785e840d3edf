import { createHmac } from 'node:crypto'
import type { Reader } from '../../../foundation/db/database.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import { isObject } from '../../../foundation/kit/json.ts'
import type { ModuleActivity } from '../../../modules/index.ts'
import type { Programs, PublishedVersion } from '../../definition/index.ts'
import type { Variables } from '../../engine/index.ts'
import type { Work, WorkCall, WorkOutcome } from '../../execution/index.ts'
import { callLimits, contentOf, readBody, refusalOf } from './answer.ts'
import { CallFailed, headersOf, parametersOf, urlOf } from './call-headers.ts'
import { readAnsweredError, readDelegatedAnswer } from './delegated-answer.ts'
import { type CallDeps, guarded } from './http-work.ts'
import { type Secrets, secretOf, withoutSecretsIn } from './secrets.ts'

/** The header with the signature of a request to a delegated system. */
const signatureHeader = 'chancery-signature'

/**
 * Name of the secret that signs the requests of activities that have neither a setting `signature` nor a signature
 * key of their module. If the secret is not set, these requests are not signed.
 */
const usualSignatureSecret = 'DELEGATION'

export interface DelegatedDeps extends CallDeps {
  readonly reader: Reader
  readonly programs: Pick<Programs, 'get'>
  /** Returns the time when the restore point of a wait expires; undefined without a time limit. */
  readonly expiryOf: (instance: string, wait: string) => Promise<Date | undefined>
  /** Returns the request of an activity that a module brings; throws a PlatformError when it cannot be sent. */
  readonly moduleActivity: (path: string) => Promise<ModuleActivity>
  /** Returns the address of this installation, without a slash at the end. */
  readonly baseUrl: () => string
}

/**
 * Creates the work of delegated activities, which sends a request to another system. After an answer with 202, the
 * activity waits until the restore point is used. An answer with another 2xx status ends the activity at once.
 */
export function delegatedWork(deps: DelegatedDeps): Work {
  const { outbound, secrets, programs, reader } = deps
  return {
    action: 'delegated',
    place: 'outside',
    async run(call) {
      const version = await programs.get(reader, call.instance.template, call.instance.version)
      const body = JSON.stringify(await contentFor(call, version, deps))
      return guarded(call, async () => {
        const { activity: path } = parametersOf(call)
        const activity = path === undefined ? undefined : await deps.moduleActivity(String(path))
        const answered = await outbound.request(
          activity?.url ?? urlOf(call),
          { method: 'POST', headers: headers(call, body, { secrets, activity }), body },
          {
            maxBytes: callLimits.maxAnswerBytes,
            wholeMs: callLimits.usualMs,
            ...(call.signal && { signal: call.signal }),
          },
        )
        using _ = answered
        const content = await readBody(answered)
        const hidden = activity === undefined ? secrets : { ...secrets, ...activity.secrets }
        const refusal = refusalOf(answered, content, { now: call.now, secrets: hidden })
        if (refusal !== undefined) return refusal
        if (answered.status === 202) return { type: 'later' }
        return outcomeOf(withoutSecretsIn(await jsonOf(content, answered.status), hidden), call, version)
      })
    },
  }
}

/** Returns the body of the request to the other system. */
async function contentFor(call: WorkCall, { namespace, code, version }: PublishedVersion, deps: DelegatedDeps) {
  const deadline = await deps.expiryOf(call.instance.id, call.wait)
  return {
    restorePointId: call.wait,
    instanceId: call.instance.id,
    template: `${namespace}.${code}`,
    version,
    activity: call.element,
    attempt: call.attempt,
    deadline: deadline?.toISOString() ?? null,
    input: call.input,
    restoreUrl: `${deps.baseUrl()}/pub/v1/bpm/restore-point/${call.wait}/restore`,
  }
}

interface Signing {
  readonly secrets: Secrets
  readonly activity: ModuleActivity | undefined
}

function headers(call: WorkCall, body: string, { secrets, activity }: Signing): Record<string, string> {
  const named = (call.settings.secrets as Readonly<Record<string, string>> | undefined)?.signature
  const usual = activity?.signatureKey ?? secrets[usualSignatureSecret]
  const key = named === undefined ? usual : secretOf(secrets, named)
  return {
    'content-type': 'application/json',
    ...activity?.headers,
    ...headersOf(call, secrets),
    'idempotency-key': call.wait,
    ...(key !== undefined && { [signatureHeader]: signatureOf(body, key, call.now) }),
  }
}

async function jsonOf(content: Buffer, status: number): Promise<unknown> {
  try {
    return await contentOf(content, 'application/json')
  } catch (error) {
    throw new CallFailed(`the other system answered with ${status}, but ${(error as Error).message}`)
  }
}

/** Reads `{output}` or `{error: {code, message}}`. An empty answer is an empty output. */
function outcomeOf(answer: unknown, { element }: WorkCall, { loaded: { program } }: PublishedVersion): WorkOutcome {
  if (answer !== null && !isObject(answer)) throw new CallFailed('the other system did not answer with {"output": {…}}')
  const { output = {}, error } = answer ?? {}
  if (error !== undefined && error !== null) {
    const found = readAnsweredError(error)
    if (found === undefined) throw new CallFailed('the other system answered with an error that has no code')
    return { type: 'error', ...found }
  }
  if (!isObject(output)) throw new CallFailed('the "output" that the other system answered is not an object')
  const node = program.nodes.find(({ id }) => id === element)!
  try {
    return { type: 'done', variables: readDelegatedAnswer({ program, node }, output as Variables) }
  } catch (wrong) {
    if (!(wrong instanceof PlatformError)) throw wrong
    throw new CallFailed(`the answer of the other system is wrong: ${wrong.message}`)
  }
}

/**
 * Returns the signature of a body: `t=SECONDS,v1=HEX`. HEX is the HMAC-SHA-256 of `SECONDS.BODY` with the key. The
 * receiver compares HEX in constant time and refuses times that are more than some minutes away.
 */
function signatureOf(body: string, key: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`
}
