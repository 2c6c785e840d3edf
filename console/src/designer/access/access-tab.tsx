import { Button, MultiSelect } from '@mantine/core'
import { useI18n } from '../../i18n/index.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { type AccessSection, changed, listed } from '../definition.ts'
import { useDesign } from '../design-context.ts'
import css from '../designer.module.css'
import { removed, replaced } from '../entries.ts'
import { ElementRuleForm } from './element-rule-form.tsx'
import { FieldRuleForm } from './field-rule-form.tsx'
import { useSubjects } from './use-subjects.ts'

const allRights = ['view', 'create', 'edit', 'delete', 'import', 'export']

/**
 * The access rules of the definition for elements and for single fields, and the subjects to whom the application is
 * visible.
 */
export function AccessTab() {
  const { t } = useI18n()
  const { definition, change, problemAt } = useDesign()
  const access = definition.access ?? {}
  const { visibleTo = [], elements, fields = [] } = access
  const set = (changes: Partial<AccessSection>, what?: string) => {
    const next = changed(access, changes)
    change({ access: Object.keys(next).length > 0 ? next : undefined }, what)
  }
  const subjects = useSubjects()
  return (
    <div className={css.sections}>
      <section>
        <h2>{t('designers.elementRules')}</h2>
        {elements === undefined ? (
          <>
            <p>{t('designers.unrestricted')}</p>
            <Button variant="default" onClick={() => set({ elements: [{ to: ['everyone'], may: allRights }] })}>
              {t('designers.restrict')}
            </Button>
          </>
        ) : (
          <>
            <p>{t(elements.length === 0 ? 'designers.administratorsOnly' : 'designers.rulesText')}</p>
            {elements.map((rule, index) => (
              <ElementRuleForm
                // biome-ignore lint/suspicious/noArrayIndexKey: rules have no identity
                key={index}
                rule={rule}
                index={index}
                onChange={(next) => set({ elements: replaced(elements, index, next) }, `rule ${index}`)}
                onRemove={() => set({ elements: removed(elements, index) })}
              />
            ))}
            <div className={css.buttons}>
              <Button
                variant="default"
                leftSection={<PlusIcon />}
                onClick={() => set({ elements: [...elements, { to: [], may: ['view'] }] })}
              >
                {t('designers.addRule')}
              </Button>
              <Button variant="default" onClick={() => set({ elements: undefined })}>
                {t('designers.unrestrict')}
              </Button>
            </div>
          </>
        )}
      </section>
      <section>
        <h2>{t('designers.fieldRules')}</h2>
        <p>{t('designers.fieldRulesText')}</p>
        {fields.map((rule, index) => (
          <FieldRuleForm
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no identity
            key={index}
            rule={rule}
            index={index}
            onChange={(next) => set({ fields: replaced(fields, index, next) }, `field rule ${index}`)}
            onRemove={() => set({ fields: listed(removed(fields, index)) })}
          />
        ))}
        <Button
          variant="default"
          leftSection={<PlusIcon />}
          onClick={() => set({ fields: [...fields, { fields: [], to: [], may: ['read'] }] })}
        >
          {t('designers.addFieldRule')}
        </Button>
      </section>
      <section>
        <h2>{t('designers.visibility')}</h2>
        <MultiSelect
          searchable
          clearable
          label={t('designers.visibleTo')}
          description={t('designers.visibleToHint')}
          data={subjects.groups(visibleTo)}
          value={[...visibleTo]}
          error={problemAt('access.visibleTo') ?? problemAt('access.visibleTo[0]')}
          onChange={(next) => set({ visibleTo: listed(next) })}
        />
      </section>
    </div>
  )
}
