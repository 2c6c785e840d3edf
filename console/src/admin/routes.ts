import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { rights } from '../access/rights.ts'
import { flag, oneOf, query, text, wholeNumber } from '../routing/address.ts'
import type { PageEntry } from '../routing/page-entry.ts'
import { shellRoute } from '../routing/root-route.tsx'
import { substitutionSearch } from '../substitutions/search.ts'
import { ApplicationIcon, HeartbeatIcon, LockIcon, PeopleIcon, RecordsIcon, SettingsIcon } from '../ui/icons.tsx'

/** The parent of every page of the administration; shows error 403 to users who are not administrators. */
const admin = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admin',
  component: lazyRouteComponent(() => import('./area/admin-area.tsx'), 'AdminArea'),
})

const start = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/users', search: {}, replace: true })
  },
})

const users = createRoute({
  getParentRoute: () => admin,
  path: '/users',
  validateSearch: query({ q: text, page: wholeNumber, size: wholeNumber, open: text }),
  component: lazyRouteComponent(() => import('./users/users.page.tsx'), 'UsersPage'),
})

const groups = createRoute({
  getParentRoute: () => admin,
  path: '/groups',
  validateSearch: query({ q: text, page: wholeNumber, size: wholeNumber, open: text }),
  component: lazyRouteComponent(() => import('./groups/groups.page.tsx'), 'GroupsPage'),
})

const org = createRoute({
  getParentRoute: () => admin,
  path: '/org',
  validateSearch: query({ open: text }),
  component: lazyRouteComponent(() => import('./org/org.page.tsx'), 'OrgPage'),
})

const substitutions = createRoute({
  getParentRoute: () => admin,
  path: '/substitutions',
  validateSearch: substitutionSearch,
  component: lazyRouteComponent(() => import('./substitutions/substitutions.page.tsx'), 'SubstitutionsPage'),
})

const audit = createRoute({
  getParentRoute: () => admin,
  path: '/audit',
  validateSearch: query({
    userId: text,
    operation: text,
    object: text,
    requestId: text,
    outcome: oneOf('done', 'refused'),
    from: text,
    to: text,
    cursor: text,
    open: text,
    verify: flag,
  }),
  component: lazyRouteComponent(() => import('./audit/audit.page.tsx'), 'AuditPage'),
})

const system = createRoute({
  getParentRoute: () => admin,
  path: '/system',
  component: lazyRouteComponent(() => import('./system/system.page.tsx'), 'SystemPage'),
})

const jobs = createRoute({
  getParentRoute: () => admin,
  path: '/jobs',
  validateSearch: query({ view: oneOf('open', 'failed', 'all') }),
  component: lazyRouteComponent(() => import('./jobs/jobs.page.tsx'), 'JobsPage'),
})

const access = createRoute({
  getParentRoute: () => admin,
  path: '/access',
  validateSearch: query({ app: text, userId: text, right: oneOf(...rights), id: text }),
  component: lazyRouteComponent(() => import('./access/access.page.tsx'), 'AccessPage'),
})

const tokens = createRoute({
  getParentRoute: () => admin,
  path: '/tokens',
  validateSearch: query({ q: text, revoked: flag }),
  component: lazyRouteComponent(() => import('./tokens/tokens.page.tsx'), 'TokensPage'),
})

const webhooks = createRoute({
  getParentRoute: () => admin,
  path: '/webhooks',
  validateSearch: query({ q: text, open: text }),
  component: lazyRouteComponent(() => import('./webhooks/webhooks.page.tsx'), 'WebhooksPage'),
})

const deliveries = createRoute({
  getParentRoute: () => admin,
  path: '/webhooks/$id',
  validateSearch: query({
    state: oneOf('pending', 'delivered', 'failed', 'skipped'),
    from: text,
    to: text,
    page: wholeNumber,
    size: wholeNumber,
    open: text,
  }),
  component: lazyRouteComponent(() => import('./webhooks/deliveries.page.tsx'), 'DeliveriesPage'),
})

const solutions = createRoute({
  getParentRoute: () => admin,
  path: '/solutions',
  validateSearch: query({ open: text }),
  component: lazyRouteComponent(() => import('./solutions/solutions.page.tsx'), 'SolutionsPage'),
})

const newApplication = createRoute({
  getParentRoute: () => admin,
  path: '/new-application',
  validateSearch: query({ namespace: text }),
  component: lazyRouteComponent(() => import('./solutions/new-application.page.tsx'), 'NewApplicationPage'),
})

export const adminRoutes = [
  admin.addChildren([
    start,
    users,
    groups,
    org,
    substitutions,
    access,
    solutions,
    newApplication,
    tokens,
    webhooks,
    deliveries,
    audit,
    jobs,
    system,
  ]),
] as const

const isVisible: PageEntry['isVisible'] = ({ isAdministrator }) => isAdministrator
export const adminPages: readonly PageEntry[] = [
  { label: 'app.administration', path: '/admin', icon: SettingsIcon, place: 'bottom', isVisible },
  { label: 'admin.users', path: '/admin/users', icon: PeopleIcon, isVisible },
  { label: 'admin.groups', path: '/admin/groups', icon: PeopleIcon, isVisible },
  { label: 'admin.org', path: '/admin/org', icon: PeopleIcon, isVisible },
  { label: 'admin.substitutions', path: '/admin/substitutions', icon: PeopleIcon, isVisible },
  { label: 'admin.access', path: '/admin/access', icon: LockIcon, isVisible },
  { label: 'admin.solutions', path: '/admin/solutions', icon: ApplicationIcon, isVisible },
  { label: 'admin.tokens', path: '/admin/tokens', icon: LockIcon, isVisible },
  { label: 'admin.webhooks', path: '/admin/webhooks', icon: LockIcon, isVisible },
  { label: 'admin.audit', path: '/admin/audit', icon: RecordsIcon, isVisible },
  { label: 'admin.jobs', path: '/admin/jobs', icon: HeartbeatIcon, isVisible },
  { label: 'admin.system', path: '/admin/system', icon: HeartbeatIcon, isVisible },
]
