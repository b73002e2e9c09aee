"""`/healthz`: whether the process runs; it asks nothing of the store."""

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from keptmind.surfaces.http import replies

router = APIRouter(tags=["health"])


@router.get("/healthz", responses={200: {"model": replies.Health}})
async def healthz() -> JSONResponse:
    """Tell that the process runs."""
    return JSONResponse({"status": "ok"})
