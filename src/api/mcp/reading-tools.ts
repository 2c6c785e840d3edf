import { getElementHistory, listElementComments, listElementReferences } from '../management/elements/operations.ts'
import { listIncidents } from '../management/incidents/operations.ts'
import { describeInstance, listAllInstances } from '../management/instances/operations.ts'
import { getProcessTemplate, listProcessTemplates } from '../management/processes/operations.ts'
import { listRegistrations } from '../management/registrations/operations.ts'
import { getReport, listReports } from '../management/reports/operations.ts'
import { searchEverything } from '../management/search/operations.ts'
import { listTasks } from '../management/tasks/list-tasks.ts'
import { getTask } from '../management/tasks/operations.ts'
import { getWorkspace } from '../management/workspace/operations.ts'
import { getElement } from '../v1/app/get-element.ts'
import { listElements } from '../v1/app/list-elements.ts'
import { getFile } from '../v1/disk/get-file.ts'
import { getFileLink } from '../v1/disk/get-file-link.ts'
import { searchFiles } from '../v1/disk/search-files.ts'
import { listReport } from '../v1/reports/list-report.ts'
import { getApplicationSchema } from '../v1/scheme/applications/get-application-schema.ts'
import { listUsers } from '../v1/user/list-users.ts'
import type { Tool } from './tool.ts'

const list = ['from', 'size', 'active', 'fields', 'filter', 'sortExpressions']
/** Default parameters of lists: a short page without deleted elements. */
const shortPage = { size: 20, active: true }
const aFilter =
  'Example of a filter: {"tf": {"kind": "supplier", "amount": {"min": 100}}} or {"eql": {"query": "[kind] = \'supplier\'"}}. ' +
  'Name the fields that you need: {"__name": true}.'

/** Tools that change nothing, in the order in which assistants see them. */
export const readingTools: readonly Tool[] = [
  { operation: getWorkspace, hint: 'Begin here: it names the applications and the codes that the other tools take.' },
  { operation: getApplicationSchema, hint: 'Read it before you search, create or change elements of an application.' },
  { operation: searchEverything, defaults: { size: 10 }, hint: 'Finds elements and files by words.' },
  { operation: listElements, keys: [...list, 'statusCode'], defaults: shortPage, hint: aFilter },
  { operation: getElement },
  { operation: getElementHistory },
  { operation: listElementReferences },
  { operation: listElementComments },
  { operation: listTasks, keys: ['tab', ...list], defaults: { size: 20 } },
  { operation: getTask, hint: 'Shows the form with its fields, and the exits that completeTask takes.' },
  { operation: listProcessTemplates },
  { operation: getProcessTemplate },
  { operation: listAllInstances, keys: ['process', ...list], defaults: { size: 20 } },
  { operation: describeInstance, hint: 'Says where an instance stands and what it waits for.' },
  { operation: listIncidents, keys: list, defaults: { size: 20 } },
  { operation: searchFiles, defaults: { size: 20 } },
  { operation: getFile },
  { operation: getFileLink },
  { operation: listRegistrations, keys: list, defaults: { size: 20 } },
  { operation: listReports },
  { operation: getReport },
  { operation: listReport, defaults: { size: 50 } },
  { operation: listUsers, keys: list, defaults: { size: 20 } },
]
