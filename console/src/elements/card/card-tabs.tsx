import type { Operations } from '../../api/operations.ts'
import { typeOf } from '../../fields/field-types.ts'
import type { Translate } from '../../i18n/index.tsx'
import type { Tab } from '../../ui/tabs.tsx'
import type { Application, Element } from '../application.ts'
import { ElementAccess } from './access/element-access.tsx'
import { ElementComments } from './comments/element-comments.tsx'
import { FieldHistory } from './field-history.tsx'
import { CardFields } from './fields/card-fields.tsx'
import { ElementFiles, fileIdsOf } from './files/element-files.tsx'
import { ElementProcesses } from './processes/element-processes.tsx'
import { ElementReferences } from './references/element-references.tsx'
import { ElementRegistrations } from './registrations/element-registrations.tsx'
import { ElementSheets } from './sheets/element-sheets.tsx'

type Capabilities = Operations['getElementCapabilities']['result']

/** The way in which elements of an application are registered in cases. */
export type Registration = Capabilities['registration']

/**
 * Returns the tabs of an element. Files and approval are left out where no field holds files, registrations where
 * elements are not registered, and access for users who may not give rights.
 */
export function cardTabs(
  given: { schema: Application; element: Element; registration?: Registration; mayGrant: boolean },
  t: Translate,
): readonly Tab<string>[] {
  const { schema, element, registration = 'none', mayGrant } = given
  const part = { schema, element }
  const hasFiles = schema.fields.some((field) => typeOf(field).holdsFiles)
  const count = fileIdsOf(schema, element).length
  const ofFiles = [
    {
      key: 'files',
      label: count > 0 ? `${t('card.files')} · ${count}` : t('card.files'),
      content: <ElementFiles {...part} />,
    },
    { key: 'approval', label: t('card.approval'), content: <ElementSheets {...part} /> },
  ]
  const registrations = {
    key: 'registrations',
    label: t('card.registrations'),
    content: <ElementRegistrations {...part} mayRegister={registration === 'caller'} />,
  }
  return [
    { key: 'fields', label: t('elements.fields'), content: <CardFields {...part} /> },
    ...(hasFiles ? ofFiles : []),
    { key: 'processes', label: t('card.processes'), content: <ElementProcesses {...part} /> },
    ...(registration === 'none' ? [] : [registrations]),
    { key: 'links', label: t('card.links'), content: <ElementReferences {...part} /> },
    { key: 'comments', label: t('card.comments'), content: <ElementComments {...part} /> },
    { key: 'history', label: t('elements.history'), content: <FieldHistory {...part} /> },
    ...(mayGrant ? [{ key: 'access', label: t('grants.tab'), content: <ElementAccess {...part} /> }] : []),
  ]
}
