import type { Translate } from '../i18n/index.tsx'
import type { Application } from './application.ts'

/**
 * Returns the title of the action that creates an element, such as "New contract". If the definition has no name for
 * one element, `elementName` is the name of the application, which is a plural; the title is then "New: Visits"
 * instead of "New Visits".
 */
export const newTitle = ({ name, elementName }: Pick<Application, 'name' | 'elementName'>, t: Translate): string =>
  elementName === name ? t('elements.newIn', { name }) : t('elements.new', { name: elementName })
