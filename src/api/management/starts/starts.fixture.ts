import { type Call, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { byElement, deployMail, startingBy } from '../../../process/triggers/starts/starts.fixture.ts'

export const ofLetter = (id: string, what: string): string => `/api/v1/elements/mail/letters/${id}/${what}`

/**
 * Starts a server whose letters offer the process `mail.offered` to everybody, and `mail.kept` to administrators.
 * Events of letters start `mail.eventful`.
 */
export async function startOffering(): Promise<TestPlatform> {
  const started = await startEmptyPlatform()
  await deployMail(started.call as Call, {
    'offered.bpmn': startingBy(''),
    'offered.yaml': 'startFrom: [mail.letters]\n',
    'kept.bpmn': startingBy(''),
    'kept.yaml': 'startFrom: [mail.letters]\naccess: []\n',
    'other.bpmn': startingBy(''),
    'eventful.bpmn': byElement('app="mail.letters" event="created"'),
    'eventful.yaml': 'startFrom: [mail.letters]\n',
  })
  return started
}
