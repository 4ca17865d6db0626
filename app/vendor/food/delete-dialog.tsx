import type { RefObject } from 'react'
import type { OwnDish } from '../../../domain/catalog/menu/own-menu.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'

/** Nothing is deleted without this question. */
export function DeleteDialog({ ref, dish }: { ref: RefObject<HTMLDialogElement | null>; dish: OwnDish | null }) {
  const close = () => ref.current?.close()
  return (
    <dialog
      ref={ref}
      aria-labelledby="delete-heading"
      className="sheet m-auto w-[calc(100vw-2rem)] max-w-md rounded-card bg-surface p-5 shadow-raised"
      closedby="any"
    >
      {dish && (
        <>
          <h2 id="delete-heading" className="text-xl font-bold">
            {dish.name}
          </h2>
          <p className="mt-2 mb-5">Are you sure you want to delete this food item?</p>
          <ActionForm
            key={dish.id}
            intent="delete"
            subject={{ name: 'id', value: dish.id }}
            button="Delete"
            busy="One moment…"
            lost={`${dish.name} may still be on your menu.`}
            onDone={close}
            beside={() => (
              <button type="button" className={buttonClass('quiet')} onClick={close}>
                Cancel
              </button>
            )}
          />
        </>
      )}
    </dialog>
  )
}
