import type account from '../../../texts/en/account.json'
import type admin from '../../../texts/en/admin.json'
import type app from '../../../texts/en/app.json'
import type card from '../../../texts/en/card.json'
import type designers from '../../../texts/en/designers.json'
import type elements from '../../../texts/en/elements.json'
import type fields from '../../../texts/en/fields.json'
import type files from '../../../texts/en/files.json'
import type grants from '../../../texts/en/grants.json'
import type home from '../../../texts/en/home.json'
import type imports from '../../../texts/en/imports.json'
import type incidents from '../../../texts/en/incidents.json'
import type jobs from '../../../texts/en/jobs.json'
import type processes from '../../../texts/en/processes.json'
import type records from '../../../texts/en/records.json'
import type reference from '../../../texts/en/reference.json'
import type reports from '../../../texts/en/reports.json'
import type substitutions from '../../../texts/en/substitutions.json'
import type tasks from '../../../texts/en/tasks.json'
import type ui from '../../../texts/en/ui.json'
import type webhooks from '../../../texts/en/webhooks.json'

/** The texts of the console in English, whose keys the texts of all languages have. */
export interface EnglishTexts {
  readonly account: typeof account
  readonly admin: typeof admin
  readonly app: typeof app
  readonly card: typeof card
  readonly designers: typeof designers
  readonly elements: typeof elements
  readonly fields: typeof fields
  readonly files: typeof files
  readonly grants: typeof grants
  readonly home: typeof home
  readonly imports: typeof imports
  readonly incidents: typeof incidents
  readonly jobs: typeof jobs
  readonly processes: typeof processes
  readonly records: typeof records
  readonly reference: typeof reference
  readonly reports: typeof reports
  readonly substitutions: typeof substitutions
  readonly tasks: typeof tasks
  readonly ui: typeof ui
  readonly webhooks: typeof webhooks
}

/** Areas of the shell and of element lists, which the first page loads. */
export const firstAreas = ['app', 'elements', 'fields', 'ui']

/**
 * Areas that only some pages need: names of the tools of bpmn-js, titles of operations, sentences of plans. Their keys
 * come from bpmn-js and from the server.
 */
export const separateAreas = ['bpmn', 'operations', 'plan'] as const
export type SeparateArea = (typeof separateAreas)[number]
