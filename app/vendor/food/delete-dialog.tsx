import { type RefObject, useEffect } from 'react'
import type { OwnDish } from '../../../domain/catalog/own-menu.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LostLineNotice } from '../../ui/lost-line-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSafeFetcher } from '../../ui/use-safe-fetcher.ts'
import type { FoodAnswer } from './food-answer.ts'

/** Nothing is deleted without this question. */
export function DeleteDialog({
  ref,
  dish,
}: {
  ref: RefObject<HTMLDialogElement | null>
  dish: OwnDish | null
}) {
  return (
    <dialog
      ref={ref}
      aria-labelledby="delete-heading"
      className="sheet m-auto w-[calc(100vw-2rem)] max-w-md rounded-card bg-surface p-5 shadow-raised"
      closedby="any"
    >
      {dish && <Question key={dish.id} dish={dish} close={() => ref.current?.close()} />}
    </dialog>
  )
}

function Question({ dish, close }: { dish: OwnDish; close(): void }) {
  const fetcher = useSafeFetcher<FoodAnswer>()
  const answer = fetcher.data
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer, whatever `close` is by then.
  useEffect(() => {
    if (!answer?.done) return
    toast(answer.done)
    close()
  }, [answer])
  return (
    <fetcher.Form method="post" encType="multipart/form-data">
      <h2 id="delete-heading" className="text-xl font-bold">
        {dish.name}
      </h2>
      <p className="mt-2">Are you sure you want to delete this food item?</p>
      {answer?.problem && (
        <div className="mt-3">
          <Notice kind="bad">{answer.problem}</Notice>
        </div>
      )}
      {fetcher.lost && (
        <div className="mt-3">
          <LostLineNotice what={`${dish.name} may still be on your menu.`} />
        </div>
      )}
      <input type="hidden" name="intent" value="delete" />
      <input type="hidden" name="id" value={dish.id} />
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <button type="button" className={buttonClass('quiet')} onClick={close}>
          Cancel
        </button>
        <button type="submit" className={buttonClass('primary')} disabled={fetcher.state !== 'idle'}>
          Delete
        </button>
      </div>
    </fetcher.Form>
  )
}
