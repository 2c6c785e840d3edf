-- outside a transaction
-- What elements hold at this update is taken for true from here on. By 10,000, each in a transaction and so a turn of its
-- own, since the rows of a turn are sealed and verified in one statement. Run again it goes on where it was cut off, and
-- of two nodes the second finds nothing to do. No line ends with a semicolon, since that would end the statement.
do $$ declare
  done record
  ; place record
  ; begin
  perform pg_advisory_lock(7412171)
  ; select '00000000-0000-0000-0000-000000000000'::uuid as app, '00000000-0000-0000-0000-000000000000'::uuid as id into place
  ; loop
    with chosen as materialized (
      select e.app, e.id from element e where (e.app, e.id) > (place.app, place.id) order by e.app, e.id limit 10000
    ), proved as (
      insert into element_proof (app, id, rev, cause, digest_after)
      select e.app, e.id, e.rev, 'start', sha256(convert_to(json_build_array(e.app, e.id, e.idx, e.name, e.status,
          e.status_group, e.directory, e.external_id, (extract(epoch from e.created_at) * 1000000)::bigint, e.created_by,
          (extract(epoch from e.updated_at) * 1000000)::bigint, e.updated_by,
          (extract(epoch from e.deleted_at) * 1000000)::bigint, e.rev, e.status_history, e.subscribers, e.body)::text,
          'UTF8'))
      from chosen c join element e on e.app = c.app and e.id = c.id
      where not exists (select from element_proof p where p.app = e.app and p.id = e.id)
        and not exists (select from element_history h where h.app = e.app and h.id = e.id and h.digest_after is not null)
      returning app
    ), entry as (
      insert into audit (id, user_id, object, after, outcome)
      select gen_random_uuid(), '00000000-0000-0000-0000-000000000000', 'elements:proof',
        jsonb_build_object('cause', 'start', 'elements', count(*)), 'done'
      from proved having count(*) > 0
    )
    select app, id into done from chosen order by app desc, id desc limit 1
    ; exit when not found
    ; place := done
    ; commit
  ; end loop
  ; perform pg_advisory_unlock(7412171)
; end $$;
