import "./theme.ts"
import "./styles/tokens.css"
import "./styles/base.css"
import "./styles/shell.css"
import "./styles/parts.css"
import "./styles/states.css"
import "./styles/sign-in.css"
import "./styles/narrow.css"
import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { queries } from "./api/queries.ts"
import { router } from "./router.tsx"
import { start } from "./session.ts"

const root = document.getElementById("root")
if (root === null) throw new Error("the page has no element for the console")
void start()
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>
)
