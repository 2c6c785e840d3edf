import { codePattern } from '../../foundation/kit/codes.ts'
import { type DefinitionKind, definitionPath } from '../../solutions/index.ts'
import { isBuiltIn } from '../applications/built-in.ts'
import { type DeployedApplication, storedApplications } from '../applications/stored-applications.ts'
import { settingDrift } from '../namespaces/setting-drift.ts'
import { applicationFile } from './file/application-file.ts'
import { ApplicationFile, publishedApplicationFile } from './file/application-schema.ts'
import { type ApplicationDraft, readApplication } from './file/read-application.ts'
import { planApplications } from './plan/plan-applications.ts'
import { usesOf } from './uses.ts'

/** Applications as definitions of a solution. */
export const applicationKind: DefinitionKind<ApplicationDraft, DeployedApplication> = {
  ...storedApplications,
  file: {
    path: 'namespaces/{namespace}/apps/{code}.yaml',
    title: 'an application',
    codes: new RegExp(`^${codePattern}$`),
    maxLength: 32,
    reserved: (address) => (isBuiltIn(address) ? `${definitionPath(address)} is built in` : undefined),
  },
  schema: ApplicationFile,
  publishedSchema: publishedApplicationFile,
  contentPosition: 1,
  read: readApplication,
  plan: planApplications,
  drift: async (_reader, content) =>
    content.of(storedApplications).flatMap((one) => settingDrift(definitionPath(one), one.accessSetting)),
  toFile: ({ application }) => applicationFile(application),
  uses: ({ application }) => usesOf(application),
}
