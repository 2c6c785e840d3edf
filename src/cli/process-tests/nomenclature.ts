import type { CaseSettings } from './process-test.ts'
import type { TestSession, View } from './throwaway-server.ts'

/** Creates the cases of a test, each in the office that it names. Throws an Error with a sentence. */
export async function createCases(
  { admin }: Pick<TestSession, 'admin'>,
  cases: readonly CaseSettings[],
): Promise<void> {
  const path = '/pub/v1/nomenclature'
  const offices = new Map<string, string>()
  for (const { index, office, docflow = 'internal', template = '{seq}' } of cases) {
    if (!offices.has(office)) {
      const { item } = await admin.call('POST', `${path}/directory`, { type: 'place', name: office, code: office })
      offices.set(office, (item as View).id)
    }
    const directoryId = offices.get(office)!
    const body = { name: index, index, directoryId, docflow, registrationSettings: { template } }
    await admin.call('POST', path, body)
  }
}
