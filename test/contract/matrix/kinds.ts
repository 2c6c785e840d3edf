import { ofAdministrators, ofAnyone, ofUsers } from './cells.ts'

export const byAnyone = ofAnyone`
                 call
  others          200`
export const byUsers = ofUsers`
                 call
  others          200`
export const byAdministrators = ofAdministrators`
                 call
  others          403
  administrator   200`

// Elements. A reader is let see what is shared, a writer change it, an owner by a field of it, a guest see it by a grant;
// what one has made one may do everything with.
export const seesElement = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     200      404      200      404
  administrator  200     200      200      200      404`
export const editsElement = ofUsers`
                 own  shared  foreign  deleted  missing
  reader         200     403      404      403      404
  writer         200     200      404      200      404
  owner          200     200      404      200      404
  guest          200     403      404      403      404
  administrator  200     200      200      200      404`
/** A field that may be read in some elements only, and written in none. */
export const guessesField = ofUsers`
                 own  shared  foreign  deleted  missing
  others         403     403      404      403      404
  administrator  200     200      200      200      404`
export const sharesElement = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     403      404      403      404
  owner          200     200      404      200      404
  administrator  200     200      200      200      404`

// Definitions, and what is in them.
export const seesDefinition = ofUsers`
                 shared  foreign  missing
  others            200      404      404
  administrator     200      200      404`
export const writesShared = ofUsers`
                 shared  foreign  missing
  others            403      404      404
  writer            200      404      404
  administrator     200      200      404`
export const administersDefinition = ofAdministrators`
                 shared  foreign  missing
  others            403      403      403
  administrator     200      200      404`
export const seesSolution = ofUsers`
                 shared  missing
  others            200      404`
export const administersSolution = ofAdministrators`
                 shared  missing
  others            403      403
  administrator     200      404`
export const findsNothing = ofUsers`
                 shared  foreign  missing
  others            404      404      404`

// People and what is theirs.
export const seesAny = ofUsers`
                 own  foreign  deleted  missing
  others         200      200      404      404`
export const administersAny = ofAdministrators`
                 own  foreign  deleted  missing
  others         403      403      403      403
  administrator  200      200      404      404`
export const administersUser = ofAdministrators`
                 own  foreign  missing
  others         403      403      403
  administrator  200      200      404`
/** The last administrator can't be shut out. */
export const blocks = ofAdministrators`
                 own  foreign  missing
  others         403      403      403
  administrator  400      200      404`
/** Nor is a position deleted that somebody holds. */
export const removesUnused = ofAdministrators`
                 own  foreign  deleted  missing
  others         403      403      403      403
  administrator  400      200      404      404`
export const hasImport = ofUsers`
                 own  foreign  missing
  others         200      404      404
  administrator  200      200      404`
export const endsToken = ofUsers`
                 own  foreign  deleted  missing
  others         200      404      404      404
  administrator  200      200      404      404`
/** Of the caller alone, also for administrators. */
export const endsSession = ofUsers`
                 own  foreign  deleted  missing
  others         200      404      404      404`
export const endsSubstitution = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     404      404      404      404
  administrator  200     200      200      404      404`
export const actsForOthers = ofUsers`
                 own  foreign  missing
  others         200      403      403
  administrator  200      200      400`

/** `unknown_user` is for administrators, who may ask about all. */
export const explainsOthers = ofUsers`
                 own  foreign  missing
  others         200      403      403
  administrator  200      200      404`

// Files and directories. What is shared may be seen; what one has made one may do everything with.
export const seesFile = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     200      404      404      404
  administrator  200     200      200      404      404`
export const changesFile = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     403      404      404      404
  administrator  200     200      200      404      404`
/** In a bulk request, where each entry says for itself what became of it. */
export const seesEachFile = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     200      422      422      422
  administrator  200     200      200      422      422`
export const changesEachFile = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     422      422      422      422
  administrator  200     200      200      422      422`
export const restoresEachFile = ofUsers`
                 own  shared  foreign  deleted  missing
  others         200     422      422      200      422
  administrator  200     200      200      200      422`
/** Only from the recycle bin. */
export const purgesEachFile = ofUsers`
                 own  shared  foreign  deleted  missing
  others         422     422      422      200      422`
export const seesDirectory = ofUsers`
                 own  shared  foreign  missing
  others         200     200      404      404
  administrator  200     200      200      404`
export const changesDirectory = ofUsers`
                 own  shared  foreign  missing
  others         200     403      404      404
  administrator  200     200      200      404`
export const changesEachOfDirectory = ofUsers`
                 own  shared  foreign  missing
  others         200     422      422      422
  administrator  200     200      200      422`
/** Whoever has a link that is valid. */
export const hasLink = ofAnyone`
                 own  missing
  others         200      403`
