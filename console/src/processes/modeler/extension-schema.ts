import { variableWords } from '../../fields/variable-types.ts'
import type { TextKey } from '../../i18n/index.tsx'

/** The kind of input for an attribute. */
export type AttributeKind = 'text' | 'feel' | 'boolean' | 'variable' | readonly string[]

interface Attribute {
  readonly name: string
  readonly label: TextKey
  readonly kind: AttributeKind
}

/** A group of extension elements with the same name that a BPMN element can have. */
export interface Section {
  /** Local name of the extension element. */
  readonly element: string
  readonly title: TextKey
  /** Whether the BPMN element can have several of these extension elements. */
  readonly isList: boolean
  /** Name of the enclosing extension element, such as `form` around `field`. */
  readonly within?: string
  readonly attributes: readonly Attribute[]
}

const attribute = (name: string, label: TextKey, kind: AttributeKind = 'text'): Attribute => ({ name, label, kind })
const one = (element: string, title: TextKey, ...attributes: Attribute[]): Section => ({
  element,
  title,
  isList: false,
  attributes,
})
const many = (element: string, title: TextKey, ...attributes: Attribute[]): Section => ({
  element,
  title,
  isList: true,
  attributes,
})

const performerTypes = ['user', 'group', 'role', 'position', 'supervisor', 'variable', 'initiator', 'expression']
const performers = many(
  'performer',
  'processes.mPerformers',
  attribute('type', 'processes.mType', performerTypes),
  attribute('value', 'processes.mValue', 'feel'),
)
const inputs = many(
  'input',
  'processes.mInputs',
  attribute('name', 'processes.name'),
  attribute('value', 'processes.mValue', 'feel'),
)
const outputs = many(
  'output',
  'processes.mOutputs',
  attribute('name', 'processes.name', 'variable'),
  attribute('value', 'processes.mValue', 'feel'),
)
const loop = one(
  'loop',
  'processes.mLoop',
  attribute('collection', 'processes.mCollection', 'feel'),
  attribute('item', 'processes.mItem'),
  attribute('output', 'processes.mOutput', 'variable'),
  attribute('outputItem', 'processes.mOutputItem', 'feel'),
)
/** The types of actions of service tasks. */
export const actionTypes = [
  'element.read',
  'element.create',
  'element.update',
  'element.setStatus',
  'element.attachFile',
  'element.takeNumber',
  'element.grantAccess',
  'element.revokeAccess',
  'element.register',
  'document.generate',
  'notification.send',
  'http',
  'mail',
  'delegated',
]
const service = [
  one(
    'action',
    'processes.mAction',
    attribute('type', 'processes.mType', actionTypes),
    attribute('attempts', 'processes.attempts'),
    attribute('delay', 'processes.mDelay'),
    attribute('timeout', 'processes.mTimeout'),
  ),
  many(
    'setting',
    'processes.mSettings',
    attribute('name', 'processes.name'),
    attribute('text', 'processes.mText'),
    attribute('value', 'processes.mValue', 'feel'),
    attribute('secret', 'processes.mSecret'),
  ),
  inputs,
  outputs,
]
const variables = many(
  'variable',
  'processes.mVariables',
  attribute('name', 'processes.name'),
  attribute('title', 'processes.mTitle'),
  attribute('type', 'processes.mType', variableWords),
  attribute('of', 'processes.mOf'),
  attribute('direction', 'processes.mDirection', ['input', 'output', 'both', 'internal']),
  attribute('required', 'processes.mRequired', 'boolean'),
  attribute('array', 'processes.mArray', 'boolean'),
)

const sections: Readonly<Record<string, readonly Section[]>> = {
  'bpmn:Process': [
    one('process', 'processes.process', attribute('name', 'processes.mInstanceName', 'feel')),
    variables,
  ],
  'bpmn:Lane': [performers],
  'bpmn:UserTask': [
    one(
      'task',
      'processes.mTask',
      attribute('type', 'processes.mType', ['task', 'approval', 'familiarization', 'registration']),
      attribute('subject', 'processes.mSubject', 'feel'),
      attribute('due', 'processes.mDue', 'feel'),
      attribute('calendar', 'processes.mCalendar'),
      attribute('result', 'processes.mResult', 'variable'),
    ),
    performers,
    many(
      'exit',
      'processes.mExits',
      attribute('code', 'processes.mCode'),
      attribute('name', 'processes.name'),
      attribute('required', 'processes.mRequiredFields'),
    ),
    {
      ...many(
        'field',
        'processes.mFields',
        attribute('name', 'processes.name', 'variable'),
        attribute('title', 'processes.mTitle'),
        attribute('readOnly', 'processes.mReadOnly', 'boolean'),
        attribute('required', 'processes.mRequired'),
      ),
      within: 'form',
    },
    many(
      'reminder',
      'processes.mReminders',
      attribute('before', 'processes.mBefore'),
      attribute('after', 'processes.mAfter'),
    ),
    loop,
  ],
  'bpmn:ServiceTask': [...service, loop],
  'bpmn:SendTask': [...service, loop],
  'bpmn:ScriptTask': [inputs, outputs, loop],
  'bpmn:BusinessRuleTask': [
    one(
      'decision',
      'processes.mDecision',
      attribute('path', 'processes.path'),
      attribute('result', 'processes.mResult', 'variable'),
      attribute('binding', 'processes.mBinding', ['latest', 'version', 'deployment']),
      attribute('version', 'processes.version'),
    ),
    inputs,
    outputs,
  ],
  'bpmn:CallActivity': [
    one(
      'call',
      'processes.mCall',
      attribute('process', 'processes.process'),
      attribute('binding', 'processes.mBinding', ['latest', 'version', 'deployment']),
      attribute('version', 'processes.version'),
      attribute('variable', 'processes.mRunsFor', 'variable'),
    ),
    inputs,
    outputs,
    loop,
  ],
  'bpmn:SubProcess': [variables, loop],
}

const events: readonly Section[] = [
  one('timer', 'processes.mWorkingTime', attribute('calendar', 'processes.mCalendar')),
  one(
    'message',
    'processes.mMessage',
    attribute('key', 'processes.mKey', 'feel'),
    attribute('variables', 'processes.mTaken'),
  ),
  outputs,
]

/** The titles of the sections by the local names of their extension elements. */
export const sectionTitles: ReadonlyMap<string, TextKey> = new Map(
  [...Object.values(sections).flat(), ...events].map(({ element, title }) => [element, title]),
)

/** Returns the sections that an element of a BPMN type can have. */
export const sectionsOf = (type: string): readonly Section[] =>
  sections[type] ?? (/CatchEvent$|BoundaryEvent$|StartEvent$/.test(type) ? events : [])
