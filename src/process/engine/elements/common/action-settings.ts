import { attribute, type ElementContext, type TextOrExpression } from '../../model/index.ts'
import { checkElementAction } from './check-element-action.ts'

export interface Parameter {
  readonly name: string
  readonly value: TextOrExpression
}

/** The settings of an action: values, and names of secrets. Secrets are read only when the action runs. */
export interface ActionSettings {
  readonly parameters: readonly Parameter[]
  /** Names of secrets by the settings that use them. */
  readonly secrets?: Readonly<Record<string, string>>
}

interface Shape {
  readonly required: readonly string[]
  readonly optional: readonly string[]
  readonly hasHeaders?: boolean
  /** Settings that can be secrets, in addition to headers. */
  readonly secrets?: readonly string[]
  /** Alternative settings; exactly one of them is required. */
  readonly oneOf?: readonly string[]
  /** Settings that are constant texts. */
  readonly constant?: readonly string[]
}

/** The settings of each action. */
const shapes: Readonly<Record<string, Shape>> = {
  http: { required: ['url'], optional: ['method', 'body'], hasHeaders: true },
  delegated: {
    required: [],
    oneOf: ['url', 'activity'],
    constant: ['activity'],
    optional: ['signature'],
    hasHeaders: true,
    secrets: ['signature'],
  },
  mail: { required: ['to', 'subject'], optional: ['cc', 'bcc', 'replyTo', 'text'] },
  'element.read': { required: [], optional: ['app', 'element'] },
  'element.create': { required: ['app'], optional: [] },
  'element.update': { required: [], optional: ['app', 'element'] },
  'element.setStatus': { required: ['status'], optional: ['app', 'element'] },
  'element.attachFile': { required: ['field', 'file'], optional: ['app', 'element'] },
  'element.takeNumber': { required: [], optional: ['app'] },
  'notification.send': { required: ['to', 'subject'], optional: ['text'] },
  'element.register': {
    required: ['case'],
    optional: [
      ...[
        'app',
        'element',
        'office',
        'number',
        'date',
        'correspondentNumber',
        'correspondentDate',
        'sheets',
        'delivery',
      ],
      ...['comment', 'paperAt', 'anyCase'],
    ],
  },
  'element.grantAccess': { required: ['to', 'rights'], optional: ['app', 'element', 'comment'] },
  'element.revokeAccess': { required: ['to'], optional: ['app', 'element', 'rights'] },
  'document.generate': { required: ['template'], optional: ['app', 'element', 'field', 'format'] },
}

const headerForm = /^header\.[A-Za-z0-9!#$%&'*+.^_|~-]{1,100}$/
/** Headers that the platform sets, or that would change how the request is interpreted. */
const ownHeaders =
  /^header\.(host|connection|content-length|transfer-encoding|trailer|te|upgrade|expect|keep-alive|accept-encoding|user-agent|idempotency-key|chancery-.*|proxy-.*)$/i
const secretForm = /^[A-Z][A-Z0-9_]{0,63}$/

/** Reads the `<chancery:setting>` elements of an action. */
export function readSettings(context: ElementContext, action: string): ActionSettings {
  const parameters: Parameter[] = []
  const secrets: Record<string, string> = {}
  const names = new Set<string>()
  for (const setting of context.extensions('Setting')) {
    const name = attribute(setting, 'name') ?? ''
    const [text, value, secret] = [
      attribute(setting, 'text'),
      attribute(setting, 'value'),
      attribute(setting, 'secret'),
    ]
    if (name === '' || [text, value, secret].filter((one) => one !== undefined).length !== 1) {
      context.refuse('chancery:setting needs a name, and one of text, value (an expression) and secret (a name)')
      continue
    }
    if (names.has(name)) context.refuse(`chancery:setting: "${name}" is given twice`)
    names.add(name)
    if (secret !== undefined) secrets[name] = secret
    else if (text !== undefined) parameters.push({ name, value: { text } })
    else parameters.push({ name, value: { expression: context.expression(value, `setting "${name}"`) } })
  }
  const shape = shapes[action]
  if (shape !== undefined) refuseWrongNames(context, action, shape, names)
  for (const { name, value } of parameters)
    if (shape?.constant?.includes(name) && !('text' in value))
      context.refuse(`chancery:setting "${name}": give a constant with text="…"`)
  if (action.startsWith('element.') || action === 'document.generate') checkElementAction(context, action)
  refuseWrongSecrets(context, shape, secrets)
  return Object.keys(secrets).length === 0 ? { parameters } : { parameters, secrets }
}

function refuseWrongNames(
  context: ElementContext,
  action: string,
  { required, optional, oneOf = [], hasHeaders = false }: Shape,
  names: ReadonlySet<string>,
): void {
  for (const name of required)
    if (!names.has(name)) context.refuse(`the action "${action}" needs <chancery:setting name="${name}" …/>`)
  if (oneOf.length > 0 && oneOf.filter((name) => names.has(name)).length !== 1) {
    const choice = oneOf.map((name) => `<chancery:setting name="${name}" …/>`).join(' or ')
    context.refuse(`the action "${action}" needs either ${choice}`)
  }
  const known = [...required, ...oneOf, ...optional]
  for (const name of names) {
    if (hasHeaders && ownHeaders.test(name))
      context.refuse(`chancery:setting "${name}": this header is set by the platform`)
    if (known.includes(name) || (hasHeaders && headerForm.test(name))) continue
    const all = hasHeaders ? [...known, 'header.NAME'] : known
    context.refuse(`chancery:setting: the action "${action}" has no setting "${name}"; use ${all.join(', ')}`)
  }
}

/**
 * Refuses secrets in settings that would reveal them. A header is sent to the host of the address, so the host must not
 * come from a variable.
 */
function refuseWrongSecrets(
  context: ElementContext,
  shape: Shape | undefined,
  secrets: Readonly<Record<string, string>>,
): void {
  for (const [name, secret] of Object.entries(secrets)) {
    if (!secretForm.test(secret))
      context.refuse(
        `chancery:setting "${name}": the name of a secret must consist of capital letters, digits and _, such as CRM_KEY`,
      )
    const isHeader = shape?.hasHeaders === true && headerForm.test(name)
    if (!isHeader && !shape?.secrets?.includes(name))
      context.refuse(`chancery:setting "${name}" cannot be a secret; only headers and signatures can`)
    else if (isHeader && !hasConstantHost(context))
      context.refuse(
        'the host of the address must be constant when a header is a secret: begin the setting "url" with ' +
          '"https://HOST/"',
      )
  }
}

function hasConstantHost(context: ElementContext): boolean {
  const url = context.extensions('Setting').find((setting) => attribute(setting, 'name') === 'url')
  if (url === undefined || attribute(url, 'text') !== undefined) return true
  return /^"https?:\/\/[^/?#"\\@]+\/[^"\\]*"\s*(\+|$)/.test(attribute(url, 'value') ?? '')
}
