import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { problemLine } from '../../../solutions/problems.ts'
import { readFiles, shopFiles } from '../../../solutions/solution.fixture.ts'
import { groupIdOf, type PresentGroup } from '../../index.ts'
import { groupKind } from './group-kind.ts'
import { findCycle, groupProblems } from './group-problems.ts'

/**
 * Returns a present group, of the solution or made by hand. The id of a group made by hand does not follow from its
 * code.
 */
function there(path: string, solution: string | null, inside: readonly [PresentGroup, boolean][] = []): PresentGroup {
  const [namespace = '', code = ''] = path.split('.')
  return {
    id: solution === null ? `made by hand: ${path}` : groupIdOf(namespace, code),
    path,
    namespace,
    name: code.toUpperCase(),
    description: '',
    isDefault: false,
    isRole: false,
    solution,
    solutionOfNamespace: null,
    definition: null,
    members: inside.length,
    subGroups: inside.map(([{ id }, fromSolution]) => ({ id, fromSolution })),
  }
}

/**
 * Returns the problems of a solution whose groups have these sub-groups. In each file, the sub-groups begin at line 3,
 * one per line.
 */
function problems(
  groups: Readonly<Record<string, readonly string[]>>,
  present: readonly PresentGroup[] = [],
  dependencies = '',
): string[] {
  const texts = Object.entries(groups).map(([code, inside]) => [
    `namespaces/shop/groups/${code}.yaml`,
    `name: ${code}\ngroups:\n${inside.map((path) => `  - ${path}\n`).join('')}`.replace(/groups:\n$/, ''),
  ])
  const files = shopFiles({}, Object.fromEntries(texts))
  const solution = { ...readFiles(files), dependencies: dependencies === '' ? [] : [dependencies] }
  return groupProblems(solution, solution.of(groupKind), { present, mayExist: () => false }).map((one) =>
    problemLine(one).replace('namespaces/shop/groups/', ''),
  )
}

describe('the sub-groups of a file', () => {
  it('may belong to the solution, to a dependency, or to the namespace global', () => {
    const present = [there('global.all_users', null), there('base.staff', 'base')]
    assert.deepEqual(problems({ a: ['shop.b', 'global.all_users', 'base.staff'], b: [] }, present, 'base'), [])
  })

  it('are refused when they do not exist, with a suggestion', () => {
    const present = [there('global.all_users', null), there('shop.clerks', 'shop')]
    assert.deepEqual(problems({ a: ['shop.buyer', 'global.al_users'], buyers: [] }, present), [
      'a.yaml:3: groups[0]: there is no group "shop.buyer"; did you mean "shop.buyers"?',
      'a.yaml:4: groups[1]: there is no group "global.al_users"; did you mean "global.all_users"?',
    ])
    // `shop.clerks` belongs to this solution and is removed by this change.
    assert.deepEqual(problems({ a: ['shop.clerks'] }, present), [
      'a.yaml:3: groups[0]: there is no group "shop.clerks"',
    ])
  })

  it('are refused when they would not exist on other installations', () => {
    const present = [there('base.staff', 'base'), there('shop.mine', null)]
    assert.deepEqual(problems({ a: ['base.staff', 'shop.mine'] }, present), [
      'a.yaml:3: groups[0]: the group "base.staff" belongs to the solution "base"; add that solution to the dependencies',
      'a.yaml:4: groups[1]: the group "shop.mine" was created by hand; a file can refer to such groups only in the namespace global',
    ])
  })
})

describe('a group of the files', () => {
  it('may not contain itself: directly, through other files, or through existing groups', () => {
    assert.deepEqual(problems({ a: ['shop.a'] }), [
      'a.yaml:3: groups[0]: the group would contain itself: shop.a contains shop.a',
    ])
    assert.deepEqual(problems({ z: ['shop.a'], a: ['shop.b'], b: ['shop.c'], c: ['shop.a'] }), [
      'a.yaml:3: groups[0]: the group would contain itself: shop.a contains shop.b contains shop.c contains shop.a',
    ])
    const a = there('shop.a', 'shop')
    const global = there('global.x', null, [[a, false]])
    assert.deepEqual(problems({ a: ['global.x'] }, [global, a]), [
      'a.yaml:3: groups[0]: the group would contain itself: shop.a contains global.x contains shop.a',
    ])
  })

  it('may reverse which group contains which, unless the membership was added by hand', () => {
    const b = there('shop.b', 'shop')
    const turned = { a: [], b: ['shop.a'] }
    assert.deepEqual(problems(turned, [there('shop.a', 'shop', [[b, true]]), b]), [])
    assert.equal(problems(turned, [there('shop.a', 'shop', [[b, false]]), b]).length, 1)
  })
})

describe('a cycle', () => {
  it('is found exactly when there is one', () => {
    const nodes = ['a', 'b', 'c', 'd', 'e']
    const some = fc.subarray(nodes)
    fc.assert(
      fc.property(fc.tuple(some, some, some, some, some), (lists) => {
        const below = new Map(nodes.map((node, index) => [node, lists[index]!]))
        const cycle = findCycle(below)
        // Warshall's algorithm: computes which groups reach each other over any number of steps.
        const reach = new Set(nodes.flatMap((node) => below.get(node)!.map((next) => node + next)))
        for (const via of nodes)
          for (const from of nodes)
            for (const to of nodes) if (reach.has(from + via) && reach.has(via + to)) reach.add(from + to)
        assert.equal(
          cycle !== undefined,
          nodes.some((node) => reach.has(node + node)),
        )
        cycle?.slice(1).forEach((node, index) => {
          assert.ok(below.get(cycle[index]!)!.includes(node), cycle.join())
        })
        assert.equal(cycle?.[0], cycle?.at(-1))
      }),
    )
  })
})
