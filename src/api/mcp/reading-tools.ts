import { getElementHistory } from '../management/elements/get-element-history.ts'
import { listElementComments } from '../management/elements/list-element-comments.ts'
import { listElementReferences } from '../management/elements/list-element-references.ts'
import { listIncidents } from '../management/incidents/list-incidents.ts'
import { describeInstance } from '../management/instances/describe-instance.ts'
import { listAllInstances } from '../management/instances/list-all-instances.ts'
import { getProcessTemplate } from '../management/processes/get-process-template.ts'
import { listProcessTemplates } from '../management/processes/list-process-templates.ts'
import { listRegistrations } from '../management/registrations/list-registrations.ts'
import { getReport } from '../management/reports/get-report.ts'
import { listReports } from '../management/reports/list-reports.ts'
import { searchEverything } from '../management/search/search-everything.ts'
import { getTask } from '../management/tasks/get-task.ts'
import { listTasks } from '../management/tasks/list-tasks.ts'
import { getWorkspace } from '../management/workspace/get-workspace.ts'
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
