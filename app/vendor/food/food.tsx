import { Plus } from 'lucide-react'
import { use, useRef, useState } from 'react'
import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { type OwnDish, ownMenu } from '../../../domain/catalog/menu/own-menu.ts'
import { isComplete, ownProfile } from '../../../domain/catalog/registration/own-profile.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { LARGEST_PICTURE_BYTES, readForm } from '../../request/read-form.ts'
import { buttonClass } from '../../ui/button.tsx'
import { loadAfterAnswer } from '../../ui/forms/answer-lost-line.ts'
import { MayContext } from '../../ui/may-context.ts'
import { Notice } from '../../ui/notice.tsx'
import { vendorAction, vendorLoader } from '../vendor-screen.server.ts'
import type { Route } from './+types/food'
import { CsvPanel } from './csv-panel.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { performFoodIntent } from './food-action.server.ts'
import { FoodDialog } from './food-dialog.tsx'
import { FoodSections } from './food-sections.tsx'

export const handle: PageHandle = { files: true }

export const meta: Route.MetaFunction = () => [{ title: `Food - ${brand.name}` }]

export const loader = vendorLoader(async ({ actor, db, now }) => {
  const profile = await ownProfile(db, actor)
  return {
    menu: await ownMenu(db, actor, now),
    registered: profile !== null && isComplete(profile.vendor),
    status: profile?.vendor.status ?? 'Pending',
  }
})

export const action = vendorAction(performFoodIntent, (request) => readForm(request, LARGEST_PICTURE_BYTES), {
  said: 'Image upload failed.',
})

export const shouldRevalidate = loadAfterAnswer

export default function Food({ loaderData }: Route.ComponentProps) {
  const { menu, registered, status } = loaderData
  const may_change = use(MayContext)('save')
  const [search, setSearch] = useState('')
  const [edited, setEdited] = useState<OwnDish | null>(null)
  const [deleted, setDeleted] = useState<OwnDish | null>(null)
  const food_dialog = useRef<HTMLDialogElement>(null)
  const delete_dialog = useRef<HTMLDialogElement>(null)
  const wanted = search.trim().toLowerCase()
  const found = menu.filter(({ name, section }) => `${name} ${section}`.toLowerCase().includes(wanted))
  const open = (dish: OwnDish | null) => {
    setEdited(dish)
    food_dialog.current?.showModal()
    // Not the button that throws a draft away, which stands first.
    food_dialog.current?.querySelector<HTMLElement>('[name=name]')?.focus()
  }
  return (
    <div className="mx-auto max-w-6xl space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl font-extrabold">Food</h1>
        {may_change && (
          <button type="button" className={buttonClass('primary')} onClick={() => open(null)}>
            <Plus aria-hidden="true" size={18} /> Add Food
          </button>
        )}
      </div>
      {status === 'Pending' && !registered && (
        <Notice kind="warn">
          You can prepare your menu; customers see it once you have{' '}
          <Link className="underline" to={'/account' satisfies Address}>
            finished your registration
          </Link>{' '}
          and we have approved it.
        </Notice>
      )}
      {status === 'Pending' && registered && (
        <Notice kind="warn">
          Your kitchen waits for approval. You can prepare your menu; customers see it once you are active.
        </Notice>
      )}
      {menu.length > 0 && (
        <div>
          <label htmlFor="food-search" className="sr-only">
            Search your menu
          </label>
          <input
            id="food-search"
            type="search"
            placeholder="Search your menu..."
            className="w-full rounded-control border border-edge bg-surface px-4 py-3 sm:max-w-sm"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      )}
      {menu.length === 0 && (
        <p className="card p-8 text-center text-ink-soft">
          {may_change
            ? 'Your menu is empty. Add your first dish, or bring your whole menu as a CSV file.'
            : 'The menu is empty.'}
        </p>
      )}
      {menu.length > 0 && found.length === 0 && (
        <p className="card p-8 text-center text-ink-soft">No dish is called “{search.trim()}”.</p>
      )}
      <FoodSections
        dishes={found}
        movable={wanted === '' && may_change}
        onEdit={open}
        onDelete={(dish) => {
          setDeleted(dish)
          delete_dialog.current?.showModal()
        }}
      />
      {may_change && <CsvPanel />}
      <FoodDialog ref={food_dialog} dish={edited} sections={[...new Set(menu.map(({ section }) => section))]} />
      <DeleteDialog ref={delete_dialog} dish={deleted} />
    </div>
  )
}
