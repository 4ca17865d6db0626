import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every URL of the product. Paths match in any case, so /Restaurants is /restaurants (spec §2). */
export default [
  layout('storefront/layout.tsx', [
    index('storefront/home/home.tsx'),
    route('home', 'storefront/home/home.tsx', { id: 'home' }),
    route('restaurants', 'storefront/restaurants/restaurants.tsx'),
    route('restaurant/:id', 'storefront/restaurant/restaurant.tsx'),
    route('checkout', 'storefront/checkout/checkout.tsx'),
    route('order-summary', 'storefront/order-summary/order-summary.tsx'),
    route('about', 'storefront/pages/about.tsx'),
    route('vendors', 'storefront/pages/vendors.tsx'),
    route('contact', 'storefront/pages/contact.tsx'),
    route('faqs', 'storefront/pages/faqs.tsx'),
    route('delivery', 'storefront/pages/delivery.tsx'),
    route('careers', 'storefront/pages/careers.tsx'),
    route('privacy', 'storefront/pages/privacy.tsx'),
    route('terms', 'storefront/pages/terms.tsx'),
    route('cookies', 'storefront/pages/cookies.tsx'),
    route('*', 'storefront/not-found.tsx'),
  ]),
  route('order-summary/attempt', 'endpoints/payment-attempt.ts'),
  route('order-summary/state', 'endpoints/checkout-state.ts'),
  route('places/address', 'endpoints/address-lookup.ts'),
  route('webhooks/flutterwave', 'endpoints/flutterwave-webhook.ts'),
  route('health', 'endpoints/health.ts'),
] satisfies RouteConfig
