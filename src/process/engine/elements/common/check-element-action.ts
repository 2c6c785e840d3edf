import { attribute, type ElementContext, type ModdleElement } from '../../model/index.ts'

/** The grantable rights to an element; equal to `elementRights.grantable` of the room `data`. */
export const grantableRights = ['view', 'edit', 'delete', 'export', 'access']

/**
 * Checks the settings of an action on elements or of `document.generate`. Applications, fields and statuses are
 * looked up when the action runs.
 */
export function checkElementAction(context: ElementContext, action: string): void {
  const settings = new Map(context.extensions('Setting').map((one) => [attribute(one, 'name'), one]))
  const textOf = (name: string) => textIn(settings.get(name))
  const app = textOf('app')
  if (app !== undefined && !/^\w+\.\w+$/.test(app))
    context.refuse(`chancery:setting "app": "${app}" must be the path of an application, such as legal.contracts`)
  if (settings.has('element') && !settings.has('app'))
    context.refuse('the setting "element" needs the setting "app", which names the application of the element')
  const template = textOf('template')
  if (template !== undefined && !/^\w+(\.\w+){1,2}$/.test(template))
    context.refuse(
      `chancery:setting "template": "${template}" must be the path of a document template, such as docs.outgoing.answer`,
    )
  const format = textOf('format')
  if (format !== undefined && !['docx', 'html', 'pdf'].includes(format))
    context.refuse(`chancery:setting "format": "${format}" is unknown; use docx, html, pdf`)
  if (action === 'element.update' && context.extensions('Input').length === 0)
    context.refuse('the action "element.update" changes nothing: add <chancery:input name="FIELD" value="…"/>')
  for (const right of textOf('rights')
    ?.split(/[\s,]+/)
    .filter(Boolean) ?? []) {
    if (!grantableRights.includes(right))
      context.refuse(`chancery:setting "rights": "${right}" is unknown; use ${grantableRights.join(', ')}`)
  }
}

const textIn = (setting: ModdleElement | undefined): string | undefined => setting && attribute(setting, 'text')
