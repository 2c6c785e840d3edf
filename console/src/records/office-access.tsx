import { Select } from '@mantine/core'
import { officeGrants } from '../grants/grant-target.ts'
import { Grants } from '../grants/grants.tsx'
import { useI18n } from '../i18n/index.tsx'
import type { Directory } from './record-queries.ts'

/** The grants of an office, such as the right to register in its cases. */
export function OfficeAccess(props: {
  offices: readonly Directory[]
  /** Id of the shown office. */
  id: string
  onSelect: (id: string) => void
}) {
  const { offices, id, onSelect } = props
  const { t } = useI18n()
  return (
    <>
      <Select
        label={t('grants.office')}
        data={offices.map((office) => ({
          value: office.id,
          label: [office.code, office.name].filter(Boolean).join(' '),
        }))}
        value={id}
        allowDeselect={false}
        onChange={(chosen) => chosen && onSelect(chosen)}
      />
      <p>{t('grants.officeText')}</p>
      <Grants key={id} target={officeGrants(id)} />
    </>
  )
}
