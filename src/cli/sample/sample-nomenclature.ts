import type { Answer, Call } from './requests.ts'
import { groupsByPath } from './sample-people.ts'

/** The file `nomenclature.yaml` of the sample. */
export interface NomenclatureFile {
  readonly offices: readonly {
    readonly name: string
    readonly code: string
    /** Paths of the groups that may register in the office. */
    readonly register: readonly string[]
    readonly sections: readonly { readonly name: string; readonly code: string; readonly cases: readonly CaseFile[] }[]
  }[]
}

interface CaseFile {
  readonly index: string
  readonly name: string
  readonly docflow: string
  /** Template of the numbers; without it, registrars give the numbers. */
  readonly template?: string
  readonly reserve?: boolean
  /** Index of the case whose counter this case shares. */
  readonly shares?: string
  /** Years of retention; permanent without it. */
  readonly retention?: number
}

const nomenclature = '/pub/v1/nomenclature'

/** Creates the offices, sections and cases of the sample that do not exist yet. */
export async function createNomenclature(call: Call, { offices }: NomenclatureFile): Promise<void> {
  const groups = await groupsByPath(call)
  for (const { name, code, register, sections } of offices) {
    const officeId = await directory(call, { type: 'place', name, code })
    for (const path of register) {
      const grant = `/api/v1/nomenclature-directories/${officeId}/grants/${groups.get(path)}`
      await call('PUT', grant, { rights: ['register'] })
    }
    const made = new Map<string, Answer>()
    for (const section of sections) {
      const { name, code } = section
      const directoryId = await directory(call, { type: 'section', name, code, directoryId: officeId })
      for (const one of section.cases) made.set(one.index, await openCase(call, { one, officeId, directoryId, made }))
    }
  }
}

async function directory(call: Call, body: Answer): Promise<string> {
  const { type, code, directoryId } = body
  const known = await find(call, `${nomenclature}/directory`, { type, code, directoryId })
  return (known ?? (await call('POST', `${nomenclature}/directory`, body)).item).id
}

async function openCase(
  call: Call,
  given: { one: CaseFile; officeId: string; directoryId: string; made: ReadonlyMap<string, Answer> },
): Promise<Answer> {
  const { one, officeId, directoryId, made } = given
  const { index, name, docflow, template, reserve, shares, retention } = one
  const known = await find(call, nomenclature, { index, officeId, state: 'active' })
  const registrationSettings = {
    templateEnabled: template !== undefined,
    ...(template !== undefined && { template }),
    resetInPeriod: true,
    reserveEnabled: reserve === true,
    ...(shares !== undefined && { through: true, throughSerialId: made.get(shares).id }),
  }
  const item =
    known ?? (await call('POST', nomenclature, { index, name, docflow, directoryId, registrationSettings })).item
  const kept = retention === undefined ? { kind: 'permanent' } : { kind: 'years', years: retention }
  await call('PATCH', `/api/v1/nomenclature/${item.id}`, { retention: kept })
  return item
}

async function find(call: Call, path: string, tf: Answer): Promise<Answer> {
  const { result } = await call(
    'GET',
    `${path}?query=${encodeURIComponent(JSON.stringify({ filter: { tf }, active: true }))}`,
  )
  return result.result[0]
}
