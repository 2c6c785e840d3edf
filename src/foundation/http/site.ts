import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noSuchPath } from './errors.ts'

/** Files below one path of the server, such as the pages of the console. They need no token. */
export interface Site {
  /** Path of the site with a slash at its end, such as `/console/`. */
  readonly path: string
  /** Returns the answer for a path within the site; undefined when the site has no such file. */
  answer(path: string, headers: IncomingHttpHeaders): Promise<SiteAnswer | undefined>
}

export interface SiteAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | string
}

/** Answers GET and HEAD below the path of a site. Throws `path.not_found` for a file that the site does not have. */
export function mountSite(app: FastifyInstance, site: Site): void {
  const root = site.path.slice(0, -1)
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = request.url.split('?', 1)[0]!
    // Without the slash, browsers would resolve the relative addresses in a page against the parent path.
    if (path === root) return reply.header('cache-control', 'no-store').redirect(site.path, 302)
    const answer = await site.answer(path.slice(site.path.length), request.headers)
    if (answer === undefined) throw noSuchPath('the site has no such file')
    return reply.code(answer.status).headers(answer.headers).send(answer.body)
  }
  for (const url of [root, `${root}/*`]) app.route({ method: ['GET', 'HEAD'], url, handler })
}
