import type { Translate } from '../i18n/index.tsx'
import type { Application } from './application.ts'

/**
 * Returns the title of the action that creates an element, such as "New contract". An application whose definition has
 * no name for one element has its own name there, which is a plural: "New Visits" is written as "New: Visits".
 */
export const newTitle = ({ name, elementName }: Pick<Application, 'name' | 'elementName'>, t: Translate): string =>
  elementName === name ? t('elements.newIn', { name }) : t('elements.new', { name: elementName })
