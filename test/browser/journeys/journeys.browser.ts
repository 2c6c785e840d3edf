// On PostgreSQL at night: it takes long.
import { describe, it } from 'node:test'
import { handsOn, type Way } from '../hands-on.ts'
import { type Person, useConsole } from '../use-console.ts'
import {
  administratorArranges,
  administratorDraws,
  administratorInvites,
  administratorPublishes,
} from './administrator.journey.ts'
import { approverAccepts, approverIsSubstituted } from './approver.journey.ts'
import { auditorProves } from './auditor.journey.ts'
import { clerkEnters, clerkImports } from './clerk.journey.ts'
import type { Journey, Visitor } from './journey.ts'
import { operatorRepairs } from './operator.journey.ts'
import { registrarRegisters } from './registrar.journey.ts'

const office = useConsole()
const journeys: readonly Journey[] = [
  clerkImports,
  clerkEnters,
  approverAccepts,
  approverIsSubstituted,
  registrarRegisters,
  operatorRepairs,
  administratorInvites,
  administratorPublishes,
  administratorDraws,
  administratorArranges,
  auditorProves,
]

/** Fails a play by keyboard when a pointer event occurs. */
const refusePointer = `addEventListener('pointerdown', () => console.error('a pointer was used'), true)`

/** On PostgreSQL the mouse is enough, because no database changes what a key does. */
const ways: readonly Way[] = process.env.TEST_DATABASE_URL ? ['mouse'] : ['mouse', 'keyboard']

let plays = 100
for (const way of ways)
  describe(way === 'mouse' ? 'by mouse' : 'by keyboard alone', () => {
    for (const { title, play } of journeys)
      it(title, async (test) => {
        const enter = async (person: Person | undefined): Promise<Visitor> => {
          const visit = person ? await office.signedIn(person) : await office.visit()
          if (way === 'keyboard') {
            const script = await visit.page.addInitScript(refusePointer)
            test.after(() => script.dispose())
          }
          return { ...visit, ...handsOn(visit.page, way) }
        }
        await play({ office, mark: String(++plays), enter })
      })
  })
