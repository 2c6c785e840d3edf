import { isDeepStrictEqual } from 'node:util'
import { applicationKind } from '../../../data/index.ts'
import { foldCode, splitNamespace } from '../../../foundation/kit/codes.ts'
import { didYouMean } from '../../../foundation/kit/nearest.ts'
import { phrase } from '../../../foundation/kit/phrase.ts'
import {
  type Address,
  definitionPath,
  type KindPlan,
  type PlanContext,
  type Problem,
  type Step,
} from '../../../solutions/index.ts'
import { type Field, takesDocuments } from '../../../values/index.ts'
import { inspect } from '../docx/docx-process.ts'
import { readHtml } from '../html/read-html.ts'
import { compileOutline } from '../placeholders/check-outline.ts'
import type { ExpressionsOfDocuments } from '../placeholders/language.ts'
import type { Outline } from '../placeholders/outline.ts'
import { placeText, type TemplateProblem } from '../placeholders/placeholder.ts'
import { outlineOfText } from '../placeholders/scan-text.ts'
import { elementTypes, type FieldsOf, fieldsOfDefinition, inputTypesOf } from '../values/template-types.ts'
import type { TemplateDraft } from './read-template.ts'
import type { DeployedTemplate } from './stored-templates.ts'
import { deleteTemplate, putTemplate, templateFile } from './templates.store.ts'

type Context = PlanContext<TemplateDraft, DeployedTemplate>
type Language = Pick<ExpressionsOfDocuments, 'compile'>

/**
 * Compares the document templates of a solution with the deployed ones, and checks the placeholders of the former.
 */
export async function planTemplates(context: Context, language: Language): Promise<KindPlan> {
  const { solution, drafts, deployed } = context
  const fieldsOf = plannedFields(context)
  const problems: Problem[] = [...placeProblems(context, fieldsOf)]
  const changed: { draft: TemplateDraft; outline: Outline; version: number; steps: Step[] }[] = []
  const compared = drafts.map((draft) => ({ draft, before: deployed.find((one) => isSame(one, draft)) }))
  const outlines = await Promise.all(compared.map(({ draft, before }) => outlineFor(context, draft, before)))
  for (const [index, { draft, before }] of compared.entries()) {
    const outline = outlines[index]!
    problems.push(...templateProblems(draft, { outline, fieldsOf, language }))
    const steps = stepsOf(draft, before)
    if (steps.length > 0) changed.push({ draft, outline, version: (before?.version ?? 0) + 1, steps })
  }
  const removed = deployed.filter(
    (one) => one.solution === solution.code && !drafts.some((draft) => isSame(draft, one)),
  )
  return {
    problems,
    steps: [...changed.flatMap(({ steps }) => steps), ...removed.map(removal)],
    async apply(tx, stamp) {
      for (const { draft, outline, version } of changed) {
        const nodes = draft.format === 'docx' ? outline.nodes : undefined
        await putTemplate(tx, { ...draft, solution: solution.code, version, outline: nodes }, stamp)
      }
      for (const template of removed) await deleteTemplate(tx, template)
    },
  }
}

const isSame = (one: Address, other: Address): boolean => one.namespace === other.namespace && one.code === other.code

/** Returns the address of the application that a template belongs to; undefined for a template of a namespace. */
export function applicationOf({ namespace }: Address): Address | undefined {
  const { section, application } = splitNamespace(namespace)
  return application === undefined ? undefined : { namespace: section, code: application }
}

/** Returns the fields of applications as they will be after the apply. */
function plannedFields({ solution, definitions }: Context): FieldsOf {
  const known = new Map<string, ReadonlyMap<string, Field> | undefined>()
  const find = (address: Address): ReadonlyMap<string, Field> | undefined => {
    const path = definitionPath(address)
    const draft = solution.of(applicationKind).find((one) => isSame(one, address))
    if (draft !== undefined) return fieldsOfDefinition(draft.fields, path)
    const entry = definitions.of(applicationKind).find((one) => isSame(one, address))
    const isGone = entry?.deleted === true || entry?.solution === solution.code
    return isGone && !solution.unread(applicationKind.word).includes(path) ? undefined : entry?.application.fields
  }
  return (address) => {
    const path = definitionPath(address)
    if (!known.has(path)) known.set(path, find(address))
    return known.get(path)
  }
}

function* placeProblems({ solution, drafts, deployed, mayExist }: Context, fieldsOf: FieldsOf): Iterable<Problem> {
  for (const draft of drafts) {
    const { file } = draft
    const path = definitionPath(draft)
    const owner = deployed.find((one) => isSame(one, draft))?.solution
    if (owner !== undefined && owner !== solution.code)
      yield { file, path: '', message: `the document template "${path}" belongs to the solution "${owner}"` }
    const twin = deployed.find((one) => !isSame(one, draft) && foldCode(definitionPath(one)) === foldCode(path))
    if (twin !== undefined) {
      const message = `the document template "${definitionPath(twin)}" is already deployed and differs from "${path}" only in case`
      yield { file, path: '', message: `${message}; use another code` }
    }
    const application = applicationOf(draft)
    const isUnread = solution.unread(applicationKind.word).includes(draft.namespace)
    if (application !== undefined && fieldsOf(application) === undefined && !isUnread && !mayExist(draft.namespace))
      yield { file, path: '', message: `there is no application "${draft.namespace}"` }
  }
}

/** Reads the placeholders of a file. Those of an unchanged DOCX file are known from an earlier apply. */
async function outlineFor(
  { reader }: Context,
  draft: TemplateDraft,
  before: DeployedTemplate | undefined,
): Promise<Outline> {
  if (draft.format === 'html') {
    const html = textOf(draft.bytes)
    return html === undefined ? refused('the file is not UTF-8 text') : readHtml(html)
  }
  const stored = before?.hash === draft.hash ? (await templateFile(reader, draft))?.outline : undefined
  if (stored !== undefined) return { nodes: stored, problems: [] }
  return inspectOnce(draft)
}

/**
 * The placeholders of DOCX files that were inspected lately, by the hashes of the files: a solution is planned before
 * it is applied, and each inspection starts a process.
 */
const inspected = new Map<string, Outline>()
const maxInspected = 50

async function inspectOnce({ hash, bytes }: TemplateDraft): Promise<Outline> {
  const known = inspected.get(hash)
  if (known !== undefined) return known
  const outcome = await inspect(bytes)
  if (!('result' in outcome)) return refused(outcome.refusal)
  if (inspected.size >= maxInspected) inspected.clear()
  inspected.set(hash, outcome.result)
  return outcome.result
}

const refused = (message: string): Outline => ({ nodes: [], problems: [{ place: {}, message }] })

/** Returns the bytes of an HTML template as text; undefined when they are not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

interface Checked {
  readonly outline: Outline
  readonly fieldsOf: FieldsOf
  readonly language: Language
}

function templateProblems(draft: TemplateDraft, { outline, fieldsOf, language }: Checked): Problem[] {
  const { file, settings } = draft
  const { inputs = [], field, fileName } = settings
  const inFile = ({ place, message }: TemplateProblem): Problem => ({
    file,
    ...(place.line !== undefined && { line: place.line }),
    path: placeText(place),
    message,
  })
  const application = applicationOf(draft)
  const fields = application === undefined ? undefined : fieldsOf(application)
  // Without the application, every placeholder would be unknown.
  if (application !== undefined && fields === undefined) return outline.problems.map(inFile)
  const types = fields === undefined ? {} : elementTypes(fields, fieldsOf)
  const names = { ...types, ...inputTypesOf(inputs) }
  const inSettings = (path: string, message: string): Problem => ({
    file: file.replace(/\.\w+$/, '.yaml'),
    path,
    message,
  })
  const named = outlineOfText(fileName ?? '')
  const twice = inputs.find(({ code }) => Object.hasOwn(types, code))
  return [
    ...[...outline.problems, ...compileOutline(outline.nodes, names, language).problems].map(inFile),
    ...compileOutline(named.nodes, names, language).problems.map(({ message }) => inSettings('fileName', message)),
    ...(twice === undefined
      ? []
      : [inSettings('inputs', `the input "${twice.code}" has the name of a field of ${draft.namespace}`)]),
    ...(field === undefined || fields === undefined
      ? []
      : fieldProblems(field, fields).map((message) => inSettings('field', message))),
  ]
}

function fieldProblems(code: string, fields: ReadonlyMap<string, Field>): string[] {
  const field = fields.get(code)
  if (field === undefined) return [`there is no field "${code}"${didYouMean(code, fields.keys())}`]
  return takesDocuments(field) ? [] : [`the field "${code}" has the type ${field.type.word}; it must be of type file`]
}

function stepsOf(draft: TemplateDraft, before: DeployedTemplate | undefined): Step[] {
  const path = definitionPath(draft)
  const step = { what: 'document template', path } as const
  if (before === undefined)
    return [{ ...step, kind: 'add', sentence: phrase('addsDocumentTemplate', path, draft.name) }]
  const sentences = [
    ...(before.hash === draft.hash ? [] : [phrase('changesDocumentTemplateFile', path)]),
    ...(before.name === draft.name && isDeepStrictEqual(before.settings, draft.settings)
      ? []
      : [phrase('changesDocumentTemplateSettings', path)]),
  ]
  return sentences.map((sentence) => ({ ...step, kind: 'change', sentence }))
}

/**
 * Returns the step that removes a template. It is destructive: processes that use the template stop with an incident.
 */
function removal(template: DeployedTemplate): Step {
  const path = definitionPath(template)
  return {
    kind: 'remove',
    what: 'document template',
    path,
    sentence: phrase('removesDocumentTemplate', path),
    narrows: true,
  }
}
